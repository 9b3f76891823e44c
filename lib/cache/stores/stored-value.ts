import { z } from "zod";
import { sleep, systemClock, type Clock } from "../../time/clock.ts";
import type { Step, Store } from "./store.ts";
import { withTimeLimit } from "../../time/time-limit.ts";

/** The JSON value of a text; undefined when it is not of this shape, since others may write to a store. */
export function readJson<Value>(
  schema: z.ZodType<Value>,
  text: string | undefined,
): Value | undefined {
  // An error that is thrown and caught for each absent key takes longer than its read.
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A list without the elements that are not of this shape: one of them says nothing about the others. */
export const validListOf = <Value>(schema: z.ZodType<Value>) =>
  z.array(z.unknown()).transform((elements) =>
    elements.flatMap((element) => {
      const { success, data } = schema.safeParse(element);
      return success ? [data] : [];
    }),
  );

/** A counter from its text; anything else counts as 0. */
export function countIn(text: string | undefined): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** The result of a change of a value. */
export interface Change {
  /** The value to store. `undefined` deletes it; the current one is not written again. */
  to: string | undefined;
  /** Milliseconds until it is gone. Default: never. */
  ttlMs?: number | undefined;
}

export interface UpdateOptions {
  /** The value as this process last saw it. Default: absent. */
  seen?: string | undefined;
  /** Written along with a new value. */
  also?: readonly Step[];
  clock?: Clock;
  random?: () => number;
}

const MOST_ATTEMPTS = 32;
/** No attempt begins later than this: on a slow store, each of many would take a second and more. */
const LAST_ATTEMPT_MS = 10_000;
const LONGEST_WAIT_MS = 100;

/**
 * Changes one value so that no concurrent change is lost, on any store. `change` gets the current value; it runs again
 * whenever someone else wrote in between, so it must be pure. The first attempt begins with what was last seen, so
 * that most changes are one command.
 * @returns what `change` made of the value
 * @throws when the store fails, or other writers were faster 32 times or for ten seconds
 */
export async function updateValue<Changed extends Change>(
  store: Pick<Store, "get" | "transact">,
  key: string,
  change: (current: string | undefined) => Changed | Promise<Changed>,
  { seen, also = [], clock = systemClock, random = Math.random }: UpdateOptions = {},
): Promise<Changed> {
  let current = seen;
  let tookMs = 0;
  let attempt = 1;
  const end = clock.monotonic() + LAST_ATTEMPT_MS;
  for (; attempt <= MOST_ATTEMPTS && clock.monotonic() < end; attempt += 1) {
    // Full jitter: losers of one round must not meet again in the next. If a try takes long, on a slow store or a
    // busy machine, so do those of all others: without more room they would meet all the same.
    const roomMs = Math.max(Math.min(2 ** (attempt - 2), LONGEST_WAIT_MS), (attempt - 1) * tookMs);
    if (attempt > 2) await sleep(clock, random() * roomMs);
    const triedAt = clock.monotonic();
    const changed = await change(current);
    if (changed.to === current) {
      const found = attempt === 1 ? await store.get(key) : current;
      if (found === current) return changed;
      current = found;
    } else {
      const write = { set: key, to: changed.to, ttlMs: changed.ttlMs };
      const outcome = await store.transact([{ check: key, is: current }, write, ...also]);
      if (outcome.done) return changed;
      current = outcome.found;
    }
    tookMs = clock.monotonic() - triedAt;
  }
  throw new Error(`gave up changing ${key}: others were faster ${attempt - 1} times`);
}

/** The longest that somebody waits for a write whose result they could do without. */
const SETTLED_MS = 1_000;

/**
 * Writes what is collected, so many milliseconds after `schedule` was first called. One write at a time;
 * a failed one loses what it was to write, and affects nothing else.
 */
export function createWriteBehind(write: () => Promise<void>, afterMs: number, clock: Clock) {
  let cancel: (() => void) | undefined;
  let flushing = Promise.resolve();

  const flush = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    flushing = flushing.then(write).catch(() => undefined);
    return flushing;
  };
  return {
    /** Writes now; resolves when that has ended. */
    flush,
    /** The same, but waits for a slow store no longer than a second. */
    settle: () => withTimeLimit(SETTLED_MS, flush()).catch(() => undefined),
    schedule: () => void (cancel ??= clock.after(afterMs, () => void flush())),
  };
}
