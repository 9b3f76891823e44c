import type { Caller } from "../lib/scheduling/caller.ts";
import { createWaitingList } from "../lib/scheduling/waiting-list.ts";

/** Requests started in one turn of the event loop, so that a flood of them does not block the API. */
const STARTED_AT_ONCE = 32;

/** Starts what has arrived in fair turns, a few in each turn of the event loop. */
export function createArrivals() {
  const waiting = createWaitingList<{ caller: Caller; start(): void }>();
  const startSome = () => {
    for (const { start } of waiting.take(STARTED_AT_ONCE)) start();
    if (waiting.size() > 0) setImmediate(startSome);
  };
  return {
    size: () => waiting.size(),
    /** @param start It must not throw, which would end the process. */
    add(caller: Caller, start: () => void): void {
      waiting.add({ caller, start });
      if (waiting.size() === 1) setImmediate(startSome);
    },
  };
}
