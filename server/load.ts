import { systemClock, type Clock } from "../lib/clock.ts";
import { watchEventLoop, type EventLoopDelay } from "../lib/event-loop.ts";

const WINDOW_MS = 500;
/** An event loop with this delay has more work than it can handle. */
const OVERLOADED_MS = 200;
/** How many windows in a row it must be late: a sudden burst, or the first requests, take less. */
const LATE_WINDOWS = 3;
/** Fewer requests than this cannot be the reason for a late event loop. */
const FEW = 32;

export type Load = ReturnType<typeof watchLoad>;

/** Watches the delay of the event loop over the last one and a half seconds. */
export function watchLoad(clock: Clock = systemClock, delay: EventLoopDelay = watchEventLoop()) {
  let lateWindows = 0;
  const look = () => {
    lateWindows = delay.percentile(50) > OVERLOADED_MS ? lateWindows + 1 : 0;
    delay.reset();
    cancel = clock.after(WINDOW_MS, look);
  };
  let cancel = clock.after(WINDOW_MS, look);
  return {
    /**
     * Whether to shed load: then only cached responses are served. Clients share what is few enough, so that one
     * does not have all others refused.
     * @param all The number of requests under way.
     * @param own How many of them are of the client that sends another one.
     * @param clients How many clients these are of, with this one.
     */
    isOverloaded: (all: number, own: number, clients: number) =>
      lateWindows >= LATE_WINDOWS && all >= FEW && own >= Math.floor(FEW / clients),
    stop: () => cancel(),
  };
}
