import { sleep, systemClock, type Clock } from "../../time/clock.ts";
import type { Step, Store } from "./store.ts";

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
