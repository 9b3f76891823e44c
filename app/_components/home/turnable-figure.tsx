"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { PixelImage } from "../pixel-image.tsx";
import { useBrowserValue } from "../use-browser-value.ts";

interface TurnableFigureProps {
  url: string;
  /** Anything `username` takes. */
  id: string;
  /** The angle from which the image shows the player. */
  yaw: number;
  alt: string;
  /** The label: the player, and how the figure is turned. */
  label: string;
  /** In pixels. */
  size: number;
  /** In place of an image that does not load. */
  fallback: ReactNode;
}

/** A player in 3D who turns. Code and images for that are loaded once somebody touches the figure. */
export function TurnableFigure({ url, id, yaw, alt, label, size, fallback }: TurnableFigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [angle, setAngle] = useState(yaw);
  const [isTouched, setIsTouched] = useState(false);
  /** The last touch, by a pointer or a key, which the code answers once it is there. */
  const last = useRef<PointerEvent | KeyboardEvent>(undefined);
  const [isLost, setIsLost] = useState(false);
  const isAlive = useBrowserValue(() => true, false) && !isLost;

  useEffect(() => {
    if (!isTouched) return;
    let isGone = false;
    let end: (() => void) | undefined;
    const open = async () => {
      const { turnFigure } = await import("./turn-figure.ts");
      if (canvas.current === null || isGone) return;
      end = turnFigure(canvas.current, { id, yaw, first: last.current, onTurn: setAngle });
    };
    // Without a connection, the next touch tries again.
    open().catch(() => setIsTouched(false));
    return () => {
      isGone = true;
      end?.();
    };
  }, [isTouched, id, yaw]);

  const touch = ({ nativeEvent }: { nativeEvent: PointerEvent | KeyboardEvent }) => {
    last.current = nativeEvent;
    setIsTouched(true);
  };
  const slider = {
    role: "slider",
    tabIndex: 0,
    "aria-label": label,
    "aria-valuemin": -180,
    "aria-valuemax": 180,
    "aria-valuenow": angle,
    "aria-valuetext": `${angle}°`,
    onPointerMove: touch,
    onPointerDown: touch,
    onPointerLeave: () => void (last.current = undefined),
    onKeyDown: (event: { key: string; nativeEvent: KeyboardEvent }) =>
      /^Arrow(Left|Right)$/.test(event.key) && touch(event),
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return (
    <div
      {...(isAlive && slider)}
      className={`relative z-1 grid w-full cursor-grab touch-pan-y justify-items-center select-none active:cursor-grabbing ${angle === yaw ? "" : "[&>img]:invisible"}`}
    >
      <PixelImage
        url={url}
        alt={alt}
        width={size / 2}
        height={size}
        isSmooth
        className="h-104 w-auto max-w-full object-contain"
        // Not requested where it is not shown.
        isLazy
        onFailure={() => setIsLost(true)}
        fallback={fallback}
      />
      {isTouched && (
        <canvas
          ref={canvas}
          aria-hidden
          className="absolute -inset-y-2 left-1/2 h-[calc(100%+1rem)] w-72 -translate-x-1/2"
        />
      )}
    </div>
  );
}
