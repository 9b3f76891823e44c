"use client";

import { useEffect, useEffectEvent, useState } from "react";

/**
 * Counts down by the clock, not by ticks: a background tab gets few of those. `seconds` is null while no
 * countdown is running.
 */
export function useCountdown(over: () => void) {
  const [until, setUntil] = useState<number | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const atEnd = useEffectEvent(over);

  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => {
      const left = Math.ceil((until - Date.now()) / 1_000);
      if (left > 0) return setSeconds(left);
      setUntil(null);
      setSeconds(null);
      atEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);

  return {
    seconds,
    start(length: number) {
      setSeconds(length);
      setUntil(Date.now() + length * 1_000);
    },
  };
}

/** Minutes and seconds: `4:05`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
