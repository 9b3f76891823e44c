"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from "react";
import { Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import { CheckBox, Choice, StageButton } from "./controls.tsx";
import type { Look } from "./people.ts";
import { Picture } from "../pictures.tsx";
import type { Motion } from "./open-viewer.ts";
import { useViewer } from "./use-viewer.ts";

interface SkinStageProps {
  looks: readonly Look[];
  /** On a wide screen the player's name stands right over it and is title enough. */
  isUnderName?: boolean;
}

/** The player in three dimensions; the viewer is loaded when the stage comes into view. */
export function SkinStage({ looks, isUnderName = false }: SkinStageProps) {
  const t = useTranslations("SkinStage");
  const editions = useTranslations("EditionLabel");
  const withSkin = looks.filter(({ skin }) => skin !== null);
  const [edition, setEdition] = useState(withSkin[0]?.edition ?? "java");
  const [failed, setFailed] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const seen = useSeen(stage);
  const look = withSkin.find((one) => one.edition === edition) ?? withSkin[0];
  if (look === undefined) return null;

  return (
    <section aria-labelledby="stage" className="flex min-w-0 flex-col gap-4">
      <h2 id="stage" className={`text-xl font-bold ${isUnderName ? "lg:sr-only" : ""}`}>
        {t("title")}
      </h2>
      <div ref={stage} className="flex min-h-120 flex-col gap-4">
        {failed ? (
          <div className="flex flex-col gap-3">
            <div className="checkered grid h-100 place-items-center rounded-lg border border-line">
              <Picture
                url={look.skin}
                alt={t("flat", { name: look.name })}
                width={256}
                height={256}
                absent={<p>{t("absent")}</p>}
              />
            </div>
            <p className="text-sm text-muted text-pretty">{t("unavailable")}</p>
          </div>
        ) : (
          <SkinCanvas look={look} wanted={seen} onFailure={() => setFailed(true)} />
        )}
        {withSkin.length > 1 && (
          <div className="noscript:hidden">
            <Choice
              legend={t("edition")}
              options={withSkin.map((one) => ({
                value: one.edition,
                label: editions(one.edition),
              }))}
              chosen={edition}
              onChoose={setEdition}
            />
          </div>
        )}
      </div>
    </section>
  );
}

/** True from the moment on when half of an element has been in view. */
function useSeen(element: { readonly current: Element | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}

const TURN = Math.PI / 8;

interface SkinCanvasProps {
  look: Look;
  /** The stage has been in view: the viewer may be loaded. */
  wanted: boolean;
  onFailure: () => void;
}

/** The canvas and its controls. Dragging turns the player, and so do the arrow keys. */
function SkinCanvas({ look, wanted, onFailure }: SkinCanvasProps) {
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

/** Whether the visitor's system prefers reduced motion: the player then starts paused. */
function isStillWanted(): boolean {
  return matchMedia(STILLNESS).matches;
}

function onStillness(change: () => void): () => void {
  const query = matchMedia(STILLNESS);
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}
