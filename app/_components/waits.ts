import { useEffect, useEffectEvent, useState } from "react";
import { useFormatter } from "next-intl";

interface Countdown {
  /** Whole seconds that are left; null when none runs. */
  seconds: number | null;
  start: (seconds: number) => void;
}

/** Counts seconds down by the clock, not by ticks: a tab in the background gets few of those. */
export function useCountdown(over: () => void): Countdown {
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
    start(length) {
      setSeconds(length);
      setUntil(Date.now() + length * 1_000);
    },
  };
}

/** Minutes and seconds, as on a clock. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A wait in words. */
export function useWait() {
  const format = useFormatter();
  return (seconds: number) => {
    const { value, unit } = coarseWait(seconds);
    return format.number(value, { style: "unit", unit, unitDisplay: "long" });
  };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A wait in its largest sensible unit, rounded up: nobody should come back too early. */
export function coarseWait(seconds: number): { value: number; unit: "second" | "minute" | "hour" } {
  if (seconds <= 90) return { value: Math.max(1, Math.ceil(seconds)), unit: "second" };
  if (seconds <= 90 * MINUTE) return { value: Math.ceil(seconds / MINUTE), unit: "minute" };
  return { value: Math.ceil(seconds / HOUR), unit: "hour" };
}
