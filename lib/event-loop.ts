import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { systemClock, type Clock } from "./clock.ts";

/** How often the event loop is sampled. */
const SAMPLE_MS = 20;
/** The longest delay that is told apart from longer ones, in microseconds: an hour. */
const HIGHEST = 3_600_000_000;

/** One timer for all readers: a `monitorEventLoopDelay` for each would take one each, and 30 kB. */
let sampling: NodeJS.Timeout | undefined;
const readers = new Set<WeakRef<RecordableHistogram>>();
let sampledAt = 0;

function startSampling(): void {
  if (sampling !== undefined) return;
  sampledAt = performance.now();
  sampling = setInterval(sample, SAMPLE_MS).unref();
}

function sample(): void {
  const now = performance.now();
  const lateMs = Math.max(0, now - sampledAt - SAMPLE_MS);
  sampledAt = now;
  for (const reader of readers) {
    const own = reader.deref();
    if (own === undefined) readers.delete(reader);
    else own.record(Math.ceil(lateMs * 1_000) + 1);
  }
}

export type EventLoopDelay = ReturnType<typeof watchEventLoop>;

/** How late the event loop was since the last reset of this reader. */
export function watchEventLoop() {
  startSampling();
  const own = createHistogram({ highest: HIGHEST });
  readers.add(new WeakRef(own));
  return {
    /** In milliseconds: so many per cent of the time, it was no later than this. */
    percentile: (percent: number): number =>
      own.count === 0 ? 0 : (own.percentile(percent) - 1) / 1_000,
    reset: (): void => own.reset(),
  };
}

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
  /** Those of the network that sends another one. */
  own: number;
  /** How many networks all of them are of, with this one. */
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
     * Whether to shed load: then only cached responses are served. Networks share what is few enough, so that one
     * does not have all others refused.
     * @param count Counts the requests under way. It is called only while the event loop is late.
     */
    isOverloaded(count: () => UnderWay): boolean {
      if (lateWindows < LATE_WINDOWS) return false;
      const { all, own, networks } = count();
      return all >= FEW && own >= Math.floor(FEW / networks);
    },
    stop: () => cancel(),
  };
}
