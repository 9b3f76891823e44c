import { maxValueBytes, type WriteOptions } from "./store.ts";

/**
 * When a value written at `now` expires: epoch milliseconds, `Infinity` for never.
 * Throws RangeError for a `ttlMs` that is not a positive number.
 */
export function expiryOf(now: number, { ttlMs = Infinity }: WriteOptions = {}): number {
  if (!(ttlMs > 0)) throw new RangeError(`ttlMs must be a positive number, not ${ttlMs}`);
  return now + Math.ceil(ttlMs);
}

/** Throws RangeError when `value` is longer than any store has to take. */
export function checkValue(value: string): void {
  // One UTF-16 unit is at most three bytes of UTF-8: short values need no counting.
  if (value.length * 3 <= maxValueBytes) return;
  const bytes = Buffer.byteLength(value);
  if (bytes > maxValueBytes) {
    throw new RangeError(`a value of ${bytes} bytes is longer than the ${maxValueBytes} allowed`);
  }
}

/** What a key holds cannot be counted on: the caller's mistake, not a failure of the store. */
export class NotCountableError extends TypeError {
  override readonly name = "NotCountableError";
}

/**
 * `current` (absent: 0) plus `by`, both safe integers.
 * Throws RangeError when `by` is none, NotCountableError when `current` or the sum is none.
 */
export function addToCounter(current: string | undefined, by: number): number {
  if (!Number.isSafeInteger(by)) throw new RangeError(`cannot add ${by} to a counter`);
  if (current !== undefined && !/^(0|-?[1-9]\d{0,15})$/.test(current)) {
    throw new NotCountableError("the value to increment is not an integer");
  }
  const sum = Number(current ?? 0) + by;
  if (!Number.isSafeInteger(sum)) {
    throw new NotCountableError("the counter would leave the safe range");
  }
  return sum;
}
