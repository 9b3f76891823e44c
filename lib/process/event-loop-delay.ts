import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

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
    const histogram = reader.deref();
    if (histogram === undefined) readers.delete(reader);
    else histogram.record(Math.ceil(lateMs * 1_000) + 1);
  }
}

export type EventLoopDelay = ReturnType<typeof watchEventLoop>;

/** How late the event loop was since the last reset of this reader. */
export function watchEventLoop() {
  startSampling();
  const histogram = createHistogram({ highest: HIGHEST });
  readers.add(new WeakRef(histogram));
  return {
    /** In milliseconds: so many per cent of the time, it was no later than this. */
    percentile: (percent: number): number =>
      histogram.count === 0 ? 0 : (histogram.percentile(percent) - 1) / 1_000,
    reset: (): void => histogram.reset(),
  };
}
