import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

/**
 * A value that only the browser knows and that never changes.
 * @param before The value until hydration.
 */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => before);
}

function neverChanges() {
  return () => undefined;
}

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

/** How long a result of copying is shown. */
const COPIED_MS = 1_600;

/** Copies texts and reports each result for a moment. */
export function useCopy() {
  // A new object for each copy, so that the moment begins again.
  const [shown, setShown] = useState<{ outcome: "copied" | "failed" } | null>(null);

  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const copy = async (text: string | Promise<string>) => {
    const isCopied = await Promise.resolve(text).then(copyText, () => false);
    setShown({ outcome: isCopied ? "copied" : "failed" });
  };
  return { outcome: shown?.outcome ?? null, copy };
}

/** Copies a text to the clipboard; false when the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS, as on a home network, have no clipboard API: there the old command still works.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without TLS.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
