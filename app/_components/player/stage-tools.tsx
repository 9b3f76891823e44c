"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { address } from "@/lib/contract/urls.ts";
import type { EditionPlayer } from "@/site/pages/people.ts";
import { Breakable } from "../breakable.tsx";
import { Icon } from "../icon.tsx";
import { ARROW, CHECK, LINK } from "../icon-paths.ts";
import { saveFile } from "../save-file.ts";
import { useCopy } from "../use-copy.ts";
import type { Viewer } from "./open-viewer.ts";

/** Icons that nothing else shows, from lucide (ISC licence) as well. */
const paths = {
  left: "M19 12H5M12 19l-7-7 7-7",
  pause:
    "M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z",
  play: "M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z",
  footprints:
    "M4 16v-2.38C4 11.5 2.97 10.5 3 8c.03-2.72 1.49-6 4.5-6C9.37 2 10 3.8 10 5.5c0 3.11-2 5.66-2 8.68V16a2 2 0 1 1-4 0ZM20 20v-2.38c0-2.12 1.03-3.12 1-5.62-.03-2.72-1.49-6-4.5-6C14.63 6 14 7.8 14 9.5c0 3.11 2 5.66 2 8.68V20a2 2 0 1 0 4 0ZM16 17h4M4 13h4",
  layers:
    "M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83zM2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17",
  camera:
    "M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4zM9 13a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
};
const SIZE = 20;

/** The controls of the 3D view, and what the visitor has chosen there. */
export function StageTools({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("SkinStage");
  const [walks, setWalks] = useState(false);
  const [overlay, setOverlay] = useState(true);
  const [paused, setPaused] = useState(
    () => matchMedia("(prefers-reduced-motion: reduce)").matches,
  );

  useEffect(() => viewer.move(walks ? "walk" : "idle"), [viewer, walks]);
  useEffect(() => viewer.showOverlay(overlay), [viewer, overlay]);
  useEffect(() => viewer.pause(paused), [viewer, paused]);

  return (
    <div
      role="group"
      aria-label={t("controls")}
      dir="ltr"
      className="grid grid-cols-6 gap-2 md:grid-cols-5 md:gap-1"
    >
      <Tool
        label={t("turnLeft")}
        icon={<Icon path={paths.left} size={SIZE} />}
        onClick={() => viewer.turn(-1)}
      />
      <Tool
        label={t(paused ? "play" : "pause")}
        icon={<Icon path={paused ? paths.play : paths.pause} size={SIZE} />}
        onClick={() => setPaused(!paused)}
      />
      <Tool
        label={t("turnRight")}
        icon={<Icon path={ARROW} size={SIZE} />}
        onClick={() => viewer.turn(1)}
      />
      <Tool
        label={t("walk")}
        icon={<Icon path={paths.footprints} size={SIZE} />}
        pressed={walks}
        onClick={() => setWalks(!walks)}
      />
      <Tool
        label={t("overlay")}
        icon={<Icon path={paths.layers} size={SIZE} />}
        pressed={overlay}
        onClick={() => setOverlay(!overlay)}
      />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** For a button that turns something on and off. */
  pressed?: boolean;
}

/** An icon button of the 3D viewer. */
function Tool({ label, icon, onClick, pressed }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onClick}
      className="icon-button max-md:nth-[n+4]:col-span-3 max-md:col-span-2 w-full border border-stage-edge text-stage-ink aria-pressed:bg-stage-up aria-pressed:text-stage-ink aria-pressed:inset-ring aria-pressed:inset-ring-stage-edge"
    >
      {icon}
    </button>
  );
}

interface SavePoseProps {
  viewer: Viewer;
  player: EditionPlayer;
  /** The URL of this instance. */
  origin: string;
}

/** Saves what the viewer shows, as a file or as the URL of an image, in the place of the button that opened it. */
export function SavePose({ viewer, player, origin }: SavePoseProps) {
  const t = useTranslations("SkinStage");
  const copying = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const [url, setUrl] = useState<string>();
  const copyUrl = () => {
    const next = origin + poseUrl(viewer, player);
    setUrl(next);
    void copy(next);
  };
  return (
    <>
      <button
        type="button"
        aria-label={t("save")}
        onClick={() => void savePose(viewer, player.name)}
        className="button"
      >
        <Icon path={paths.camera} size={18} />
        PNG
      </button>
      <button type="button" aria-label={t("copyPose")} onClick={copyUrl} className="button">
        {outcome === "copied" ? <Icon path={CHECK} size={18} /> : <Icon path={LINK} size={18} />}
        {"URL"}
      </button>
      <span role="status" className="sr-only">
        {outcome && copying(outcome)}
      </span>
      {url !== undefined && (
        <p className="order-last basis-full text-sm text-stage-muted">
          <code
            translate="no"
            dir="ltr"
            className="block font-mono text-code wrap-anywhere text-stage-ink select-all"
          >
            <Breakable text={url} at={BETWEEN_PARTS} />
          </code>
          {t("poseNote")}
        </p>
      )}
    </>
  );
}

const POSE_SIZE = 512;
/** A URL may wrap here. */
const BETWEEN_PARTS = /(?=[?&])/;

/** The image of `/body` that is nearest to what the viewer shows. */
function poseUrl(viewer: Viewer, { id, edition, profile }: EditionPlayer): string {
  const cape = profile.cape_texture === null ? undefined : "true";
  const shown = { ...viewer.shot(), cape, size: POSE_SIZE };
  // A UUID or an XUID, so that the URL outlives a name.
  return address("/body", { username: id, type: edition, ...shown });
}

/** Downloads what the viewer shows. */
async function savePose(viewer: Viewer, name: string): Promise<void> {
  const image = await viewer.image();
  if (image !== null) saveFile(`${name}.png`, image);
}
