import { maxValueBytes, type Outcome, type Step, type WriteOptions } from "./store.ts";

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

/** Throws for a step that no store would take, before anything is written. */
export function checkStep(step: Step): void {
  if ("check" in step) return;
  if ("set" in step) {
    expiryOf(0, step);
    if (step.to !== undefined) checkValue(step.to);
  } else if (!Number.isSafeInteger(step.by)) {
    throw new RangeError(`cannot add ${step.by} to a counter`);
  }
}

/**
 * `current` (absent: 0) plus `by`, both safe integers.
 * Throws NotCountableError when `current` or the sum is none.
 */
export function addToCounter(current: string | undefined, by: number): number {
  if (current !== undefined && !/^(0|-?[1-9]\d{0,15})$/.test(current)) throw notAnInteger();
  const sum = Number(current ?? 0) + by;
  if (!Number.isSafeInteger(sum)) throw outOfRange();
  return sum;
}

/** What a key holds cannot be counted on: the caller's mistake, not a failure of the store. */
export class NotCountableError extends TypeError {
  override readonly name = "NotCountableError";
}

export function notAnInteger(): NotCountableError {
  return new NotCountableError("the value to increment is not an integer");
}

export function outOfRange(): NotCountableError {
  return new NotCountableError("the counter would leave the safe range");
}

/** What a store that works in this process must be able to do for a transaction. */
export interface Table {
  read(key: string): { value: string; expiresAt: number } | undefined;
  /** `expiresAt` in epoch milliseconds, `Infinity` for never. */
  write(key: string, value: string, expiresAt: number): void;
  remove(key: string): void;
}

/** A transaction on a table, its steps checked: first everything that may refuse, then the writes. */
export function transactOn(table: Table, steps: readonly Step[], now: number): Outcome {
  const sums: number[] = [];
  const writes: (() => void)[] = [];
  for (const step of steps) {
    if ("check" in step) {
      const found = table.read(step.check)?.value;
      const holds = "is" in step ? found === step.is : found?.startsWith(step.startsWith) === true;
      if (!holds) return { done: false, found };
    } else if ("add" in step) {
      const { value, expiresAt = Infinity } = table.read(step.add) ?? {};
      const sum = addToCounter(value, step.by);
      sums.push(sum);
      writes.push(() => table.write(step.add, String(sum), expiresAt));
    } else if (step.to === undefined) {
      writes.push(() => table.remove(step.set));
    } else {
      const { to } = step;
      writes.push(() => table.write(step.set, to, expiryOf(now, step)));
    }
  }
  for (const write of writes) write();
  return { done: true, sums };
}
