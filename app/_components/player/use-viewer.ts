import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import type { Look, Viewer } from "./open-viewer.ts";

interface ViewerOptions {
  canvas: RefObject<HTMLCanvasElement | null>;
  look: Look;
  /** While false, nothing is loaded. */
  wanted: boolean;
  /** Called when there is no WebGL, or the viewer or the skin could not be loaded. */
  onFailure: () => void;
}

/** Opens the viewer once it is wanted, keeps its textures current, and closes it. */
export function useViewer({ canvas, look, wanted, onFailure }: ViewerOptions) {
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    const element = canvas.current;
    if (!wanted || element === null) return;
    if (!hasWebGl()) return fail();
    let opened: Viewer | undefined;
    let gone = false;
    const open = async () => {
      const { openViewer } = await import("./open-viewer.ts");
      if (gone) return;
      opened = openViewer(element);
      setViewer(opened);
    };
    open().catch(() => fail());
    return () => {
      gone = true;
      opened?.close();
      setViewer(null);
    };
  }, [canvas, wanted]);

  const { skin, cape, model } = look;
  useEffect(() => {
    if (viewer === null) return;
    let gone = false;
    viewer.load({ skin, cape, model }).then(
      () => !gone && setLoaded(true),
      () => !gone && fail(),
    );
    return () => {
      gone = true;
    };
  }, [viewer, skin, cape, model]);

  return { viewer, ready: viewer !== null && isLoaded };
}

/** Checked before the viewer is loaded, which takes 130 kB and logs an error without WebGL. */
function hasWebGl(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
