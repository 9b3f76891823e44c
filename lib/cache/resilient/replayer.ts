import { NotCountableError } from "../stores/checks.ts";
import type { Store } from "../stores/store.ts";
import type { Detour } from "./detour.ts";
import type { Mirror } from "./mirror.ts";
import type { Outage } from "./outage.ts";
import { replay, type Rejoin } from "./replay.ts";

export interface ReplayerOptions {
  store: Store;
  detour: Detour;
  mirror: Mirror;
  outage: Outage;
  rejoin: Rejoin;
  retryMs: number;
  now: () => number;
}

/** Tells the real store, in the background, what was done without it. */
export interface Replayer {
  start(): void;
  /** Makes sure that it starts, even if nobody asks the store for anything any more. */
  startLater(): void;
  /** Resolves once nothing is being told any more. */
  close(): Promise<void>;
}

/** So many keys at a time: enough to be quick, too few to be in anybody's way. */
const AT_ONCE = 16;

export function createReplayer({
  store,
  detour,
  mirror,
  outage,
  rejoin,
  retryMs,
  now,
}: ReplayerOptions): Replayer {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** False when the store did not take it. */
  const tell = async (key: string): Promise<boolean> => {
    const aside = detour.read(key);
    if (aside === undefined) return true;
    try {
      const told = await replay(store, key, aside, { rejoin, now: now() });
      await mirror.note(key, told.value, told.ttlMs);
    } catch (error) {
      // What another process has made no counter meanwhile will never be one.
      if (!(error instanceof NotCountableError)) {
        outage.failed("write", error);
        return false;
      }
    }
    detour.settle(key, aside);
    outage.succeeded("write");
    return true;
  };

  const run = async () => {
    while (!detour.isEmpty() && !closed) {
      const keys = detour.keys();
      for (let at = 0; at < keys.length && !closed; at += AT_ONCE) {
        const taken = await Promise.all(keys.slice(at, at + AT_ONCE).map(tell));
        if (taken.includes(false)) return;
      }
    }
  };

  const startLater = () => {
    if (closed || timer !== undefined || running !== undefined) return;
    timer = setTimeout(start, retryMs).unref();
  };

  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    if (closed || running !== undefined || detour.isEmpty()) return;
    running = run().finally(() => {
      running = undefined;
      if (!detour.isEmpty()) startLater();
    });
  };

  return {
    start,
    startLater,
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
