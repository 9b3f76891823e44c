"use client";

import { useTranslations } from "next-intl";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { imageOf, playersOf, type EditionPlayer } from "@/lib/site/people.ts";
import { PixelImage } from "../images.tsx";
import { CheckBox, Choice, EditionChoice, StageButton } from "./controls.tsx";
import { Icon } from "../icon.tsx";
import type { Look, Motion, Viewer } from "./open-viewer.ts";

/** The player from the front, and in 3D as soon as the visitor wants that. */
export function SkinStage({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("SkinStage");
  const withSkin = playersOf(profile).filter((one) => imageOf("skin", one.profile) !== null);
  const [player, setPlayer] = useState(withSkin[0]);
  if (player === undefined) return null;
  return (
    <section aria-labelledby="stage" className="flex min-w-0 flex-col gap-4">
      {/* Hidden: the name above serves as the visible title. */}
      <h2 id="stage" className="sr-only">
        {t("title")}
      </h2>
      <SkinView player={player} />
      <EditionChoice
        legend={t("edition")}
        players={withSkin}
        chosen={player}
        onChoose={setPlayer}
      />
    </section>
  );
}

const TURN = Math.PI / 8;
/** Eleven pixels for each texel: whole, so that all are equally large. */
const POSTER_HEIGHT = 352;

/**
 * The poster, which the canvas replaces, and the controls. The viewer is loaded when the visitor
 * points at the poster or uses a control. Dragging turns the player, and so do the arrow keys.
 */
function SkinView({ player: { name, profile } }: { player: EditionPlayer }) {
  const t = useTranslations("SkinStage");
  const skin = imageOf("skin", profile) ?? "";
  const model = profile.model ?? "classic";
  const poster = `${skin.replace("/skin", "/body")}&model=${model}&size=${POSTER_HEIGHT}`;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"poster" | "wanted" | "failed">("poster");
  const [motion, setMotion] = useState<Motion>("idle");
  const prefersReducedMotion = useSyncExternalStore(
    watchReducedMotion,
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
  const [chosenPause, setPaused] = useState<boolean>();
  const paused = chosenPause ?? prefersReducedMotion;
  const [overlay, setOverlay] = useState(true);
  const { viewer, ready } = useViewer({
    canvas,
    look: { skin, cape: imageOf("cape", profile), model },
    wanted: state === "wanted",
    onFailure: () => setState("failed"),
  });
  const want = () => setState((current) => (current === "poster" ? "wanted" : current));
  /** What a control does, after it has the viewer loaded. */
  const wanting =
    <Values extends unknown[]>(act: (...values: Values) => void) =>
    (...values: Values) => {
      want();
      act(...values);
    };

  useEffect(() => viewer?.move(motion), [viewer, motion]);
  useEffect(() => viewer?.pause(paused), [viewer, paused]);
  useEffect(() => viewer?.showOverlay(overlay), [viewer, overlay]);
  /** The pose is saved as soon as the viewer is ready. */
  const isSaveWanted = useRef(false);
  const begin = useEffectEvent(() => {
    if (isSaveWanted.current) void savePose(viewer, name);
    isSaveWanted.current = false;
    // The button that had the focus was removed.
    if (document.activeElement === document.body) canvas.current?.focus();
  });
  useEffect(() => {
    if (ready) begin();
  }, [ready]);

  const turnByKey = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    viewer?.turn(direction * TURN);
  };

  return (
    <>
      <div
        className="relative grid h-100 place-items-center overflow-hidden rounded-lg border border-line bg-linear-to-b from-sunken to-line"
        onPointerEnter={({ pointerType }) => {
          if (pointerType === "mouse" && !prefersReducedMotion) want();
        }}
      >
        {!ready && (
          <PixelImage
            url={poster}
            alt={t("flat", { name })}
            width={POSTER_HEIGHT / 2}
            height={POSTER_HEIGHT}
            fallback={t("flat", { name })}
          />
        )}
        <canvas
          ref={canvas}
          role="img"
          tabIndex={ready ? 0 : -1}
          aria-label={t("canvas", { name })}
          aria-describedby="stage-help"
          onKeyDown={turnByKey}
          className={`absolute inset-0 size-full cursor-grab touch-pan-y focus-visible:-outline-offset-3 active:cursor-grabbing ${ready ? "" : "invisible"}`}
        />
        {!ready && state !== "failed" && (
          <button
            type="button"
            aria-label={t("show", { name })}
            onClick={want}
            className="absolute inset-0 grid cursor-pointer content-end justify-end p-3 focus-visible:-outline-offset-3 noscript:hidden"
          >
            <span
              aria-hidden
              className="flex min-h-9 items-center gap-2 rounded-md border border-edge bg-surface px-3 text-sm font-semibold"
            >
              <Icon
                shape="rotate-3d"
                size={18}
                className={state === "wanted" ? "motion-safe:animate-spin" : ""}
              />
              3D
            </span>
          </button>
        )}
        <p
          role="status"
          className={
            state === "failed"
              ? "absolute inset-x-0 bottom-0 bg-surface px-4 py-2 text-sm text-pretty"
              : "sr-only"
          }
        >
          {state === "wanted" && !ready && t("loading")}
          {state === "failed" && t("unavailable")}
        </p>
      </div>
      <p id="stage-help" className="sr-only">
        {t("help")}
      </p>
      <div
        role="group"
        aria-label={t("controls")}
        className={`flex flex-wrap items-end gap-x-4 gap-y-3 noscript:hidden ${state === "failed" ? "invisible" : ""}`}
      >
        <Choice
          legend={t("motion")}
          options={[
            { value: "idle", label: t("idle") },
            { value: "walk", label: t("walk") },
          ]}
          chosen={motion}
          onChoose={wanting(setMotion)}
        />
        <div dir="ltr" className="flex gap-2">
          <StageButton
            label={t(paused ? "play" : "pause")}
            icon={paused ? "play" : "pause"}
            onClick={wanting(() => setPaused(!paused))}
          />
          <StageButton
            label={t("save")}
            icon="download"
            onClick={() => {
              want();
              isSaveWanted.current = !ready;
              if (ready) void savePose(viewer, name);
            }}
          />
          <StageButton
            label={t("turnLeft")}
            icon="rotate-cw"
            onClick={wanting(() => viewer?.turn(-TURN))}
          />
          <StageButton
            label={t("turnRight")}
            icon="rotate-ccw"
            onClick={wanting(() => viewer?.turn(TURN))}
          />
        </div>
        <CheckBox label={t("overlay")} checked={overlay} onChange={wanting(setOverlay)} />
      </div>
    </>
  );
}

/** Downloads what the viewer shows. */
async function savePose(viewer: Viewer | null, name: string): Promise<void> {
  const image = await viewer?.image();
  if (!image) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(image);
  link.download = `${name}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The player then starts paused. */
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

function watchReducedMotion(change: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}

interface ViewerOptions {
  canvas: RefObject<HTMLCanvasElement | null>;
  look: Look;
  /** While false, nothing is loaded. */
  wanted: boolean;
  /** Called when there is no WebGL, or the viewer or the skin could not be loaded. */
  onFailure: () => void;
}

/** Opens the viewer once it is wanted, keeps its textures current, and closes it. */
function useViewer({ canvas, look, wanted, onFailure }: ViewerOptions) {
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
