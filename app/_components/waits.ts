const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A wait in its largest sensible unit, rounded up, so that a retry is never too early. */
export function coarseWait(seconds: number): { value: number; unit: "second" | "minute" | "hour" } {
  if (seconds <= 90) return { value: Math.max(1, Math.ceil(seconds)), unit: "second" };
  if (seconds <= 90 * MINUTE) return { value: Math.ceil(seconds / MINUTE), unit: "minute" };
  return { value: Math.ceil(seconds / HOUR), unit: "hour" };
}
