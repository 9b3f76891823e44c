import { systemClock, type Clock } from "../time/clock.ts";
import { watchEventLoop, type EventLoopDelay } from "./event-loop-delay.ts";

const WINDOW_MS = 500;
/** An event loop with this delay has more work than it can handle. */
const OVERLOADED_MS = 200;
/** How many windows in a row it must be late: a sudden burst, or the first requests, take less. */
const LATE_WINDOWS = 3;
/** Fewer requests than this cannot be the reason for a late event loop. */
const FEW = 32;

/** How many requests are under way. */
export interface UnderWay {
  all: number;
  /** The requests of the network that sends another one. */
  ofNetwork: number;
  /** How many networks all of them come from, this one included. */
  networks: number;
}

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
     * Tells whether to shed load: then only cached responses are served. Networks share a few requests, so that one
     * does not have all others refused.
     * @param count Counts the requests under way. It is called only while the event loop is late.
     */
    isOverloaded(count: () => UnderWay): boolean {
      if (lateWindows < LATE_WINDOWS) return false;
      const { all, ofNetwork, networks } = count();
      return all >= FEW && ofNetwork >= Math.floor(FEW / networks);
    },
    stop: () => cancel(),
  };
}

/** Counts the requests that each network has under way. */
export function countNetworks() {
  /** Only networks with a request under way are here. */
  const counts = new Map<string, number>();
  const change = (network: string, by: 1 | -1) => {
    const requests = (counts.get(network) ?? 0) + by;
    if (requests > 0) counts.set(network, requests);
    else counts.delete(network);
  };
  return {
    begin: (network: string): void => change(network, 1),
    end: (network: string): void => change(network, -1),
    /** How many requests a network has under way that sends another one, and how many networks there are with it. */
    with(network: string): { ofNetwork: number; networks: number } {
      const ofNetwork = counts.get(network) ?? 0;
      return { ofNetwork, networks: counts.size + (ofNetwork === 0 ? 1 : 0) };
    },
  };
}
