"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import type { EditionPlayer } from "@/site/pages/people.ts";
import { imageOf } from "@/site/pages/player-images.ts";
import { openViewer, type Side, type Viewer } from "./open-viewer.ts";

export { SavePose, StageTools } from "./stage-tools.tsx";

interface SkinCanvasProps {
  player: EditionPlayer;
  side: Side;
  /** Called when the player is shown, which is hidden before. */
  onReady: (viewer: Viewer) => void;
  isReady: boolean;
  /** Called when the browser cannot show it, or there is no skin, or it cannot be loaded. */
  onFailure: (failure: "unavailable" | "lost") => void;
}

/** The player in three dimensions. Dragging and the arrow keys turn it. */
export function SkinCanvas({ player, side, onReady, isReady, onFailure }: SkinCanvasProps) {
  const t = useTranslations("SkinStage");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const succeed = useEffectEvent(onReady);
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    if (canvas.current === null) return;
    try {
      const opened = openViewer(canvas.current);
      setViewer(opened);
      return () => opened.close();
    } catch {
      return fail("unavailable");
    }
  }, []);

  const { profile, name, edition } = player;
  const skin = imageOf("skin", profile);
  const cape = imageOf("cape", profile);
  const model = profile.model ?? "classic";
  const javaName = edition === "java" ? name : undefined;
  useEffect(() => {
    if (viewer === null) return;
    if (skin === null) return fail("lost");
    let gone = false;
    viewer.load({ skin, cape, model, javaName }).then(
      () => !gone && succeed(viewer),
      () => !gone && fail("lost"),
    );
    return () => {
      gone = true;
    };
  }, [viewer, skin, cape, model, javaName]);

  useEffect(() => viewer?.face(side), [viewer, side]);

  useEffect(() => {
    // The button that had the focus was removed.
    if (isReady && document.activeElement === document.body) canvas.current?.focus();
  }, [isReady]);

  const turnByKey = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    viewer?.turn(direction);
  };

  return (
    <canvas
      ref={canvas}
      role="img"
      tabIndex={isReady ? 0 : -1}
      aria-label={t("canvas", { name })}
      aria-describedby="stage-help"
      onKeyDown={turnByKey}
      className={isReady ? "" : "is-hidden"}
    />
  );
}
