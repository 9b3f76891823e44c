"use client";

import { Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from "react";
import { CheckBox } from "./check-box.tsx";
import { Choice } from "./choice.tsx";
import type { Look } from "./looks.ts";
import type { Motion } from "./open-viewer.ts";
import { StageButton } from "./stage-button.tsx";
import { useViewer } from "./use-viewer.ts";

const TURN = Math.PI / 8;

export interface SkinCanvasProps {
  look: Look;
  /** The place has been in view: what draws may be loaded. */
  wanted: boolean;
  onFailure: () => void;
}

/** The canvas and its controls. Dragging turns the player, and so do the arrow keys. */
export function SkinCanvas({ look, wanted, onFailure }: SkinCanvasProps) {
  const t = useTranslations("SkinStage");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [motion, setMotion] = useState<Motion>("idle");
  const wantsStillness = useSyncExternalStore(onStillness, isStillWanted, () => false);
  const [chosenPause, setPaused] = useState<boolean>();
  const paused = chosenPause ?? wantsStillness;
  const [overlay, setOverlay] = useState(true);
  const { viewer, ready } = useViewer({ canvas, look, wanted, onFailure });

  useEffect(() => viewer?.move(motion), [viewer, motion]);
  useEffect(() => viewer?.pause(paused), [viewer, paused]);
  useEffect(() => viewer?.showOverlay(overlay), [viewer, overlay]);

  const turnByKey = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    viewer?.turn(direction * TURN);
  };

  return (
    <>
      <div className="relative h-100 overflow-hidden rounded-lg border border-line bg-linear-to-b from-sunken to-line">
        <canvas
          ref={canvas}
          role="img"
          tabIndex={ready ? 0 : -1}
          aria-label={t("canvas", { name: look.name })}
          aria-describedby="stage-help"
          onKeyDown={turnByKey}
          className="absolute inset-0 size-full cursor-grab touch-pan-y focus-visible:-outline-offset-3 active:cursor-grabbing"
        />
        {!ready && (
          <p
            role="status"
            className="absolute inset-0 grid place-items-center text-muted noscript:hidden"
          >
            {wanted && t("loading")}
          </p>
        )}
        <noscript>
          <p className="absolute inset-0 grid place-items-center p-4 text-center text-muted">
            {t("noscript")}
          </p>
        </noscript>
      </div>
      <p id="stage-help" className="sr-only">
        {t("help")}
      </p>
      <div
        role="group"
        aria-label={t("controls")}
        className="flex flex-wrap items-end gap-x-4 gap-y-3 noscript:hidden"
      >
        <Choice
          legend={t("motion")}
          options={[
            { value: "idle", label: t("idle") },
            { value: "walk", label: t("walk") },
          ]}
          chosen={motion}
          onChoose={setMotion}
        />
        <div dir="ltr" className="flex gap-2">
          <StageButton
            label={t(paused ? "play" : "pause")}
            icon={paused ? Play : Pause}
            onClick={() => setPaused(!paused)}
          />
          <StageButton label={t("turnLeft")} icon={RotateCw} onClick={() => viewer?.turn(-TURN)} />
          <StageButton label={t("turnRight")} icon={RotateCcw} onClick={() => viewer?.turn(TURN)} />
        </div>
        <CheckBox label={t("overlay")} checked={overlay} onChange={setOverlay} />
      </div>
    </>
  );
}

const STILLNESS = "(prefers-reduced-motion: reduce)";

/** Whether the visitor's system asks for less motion: the player then stands still until told to move. */
function isStillWanted(): boolean {
  return matchMedia(STILLNESS).matches;
}

function onStillness(change: () => void): () => void {
  const query = matchMedia(STILLNESS);
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}
