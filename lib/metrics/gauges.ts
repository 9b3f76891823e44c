import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, type Registry } from "prom-client";
import type { GaugeName } from "./definitions.ts";
import type { Instruments } from "./instruments.ts";

/*
 * What gauges are read from: shapes only, so that this folder depends on no other.
 */

/** The budget of one upstream. */
interface BucketStateLike {
  bucket: string;
  /** Where its calls leave from. */
  egress: string;
  /** Calls that may leave at once. */
  tokens: number;
  /** Calls a second, now and when nothing slows them down. */
  rate: number;
  configuredRate: number;
  /** Calls that wait. */
  waiting: number;
  /** 0 when there is no pause. */
  pausedForSeconds: number;
  /** The store fails: this process gives a small share from memory. */
  storeFails: boolean;
}

/** The breaker before one operation of one upstream. */
interface BreakerStateLike {
  provider: string;
  operation: string;
  state: "closed" | "half-open" | "open";
}

/** One store. */
interface StoreStateLike {
  /** What it is for, such as `values`. */
  store: string;
  /** Where it lives: memory, embedded, redis. */
  kind: string;
  ok: boolean;
}

interface FinishedStateLike {
  entries: number;
  bytes: number;
}

/** Each is called on every scrape. A missing one has no samples. */
export interface MetricSources {
  budget?: () => readonly BucketStateLike[];
  breakers?: () => readonly BreakerStateLike[];
  stores?: () => readonly StoreStateLike[];
  finished?: () => FinishedStateLike;
}

const BREAKER_STATES = { closed: 0, "half-open": 1, open: 2 } as const;

const BUCKET_GAUGES: readonly [GaugeName, (state: BucketStateLike) => number][] = [
  ["nametag_budget_tokens", ({ tokens }) => tokens],
  ["nametag_budget_rate", ({ rate }) => rate],
  ["nametag_budget_rate_configured", ({ configuredRate }) => configuredRate],
  ["nametag_budget_waiting", ({ waiting }) => waiting],
  ["nametag_budget_paused_seconds", ({ pausedForSeconds }) => pausedForSeconds],
  ["nametag_budget_alone", ({ storeFails }) => Number(storeFails)],
];

/** How often the event loop is sampled. */
const SAMPLE_MS = 20;
/** Scrapes that follow each other sooner than this see the same window of the event loop. */
const WINDOW_MS = 5_000;

/** Gauges that are read from others on each scrape. */
export function addSourceGauges(
  { gauge }: Instruments,
  { budget = () => [], breakers = () => [], stores = () => [], finished }: MetricSources,
): void {
  for (const [name, read] of BUCKET_GAUGES) {
    gauge(name, () =>
      budget().map((state) => [{ bucket: state.bucket, egress: state.egress }, read(state)]),
    );
  }
  gauge("nametag_breaker_state", () =>
    breakers().map(({ provider, operation, state }) => [
      { provider, operation },
      BREAKER_STATES[state],
    ]),
  );
  gauge("nametag_store_up", () =>
    stores().map(({ store, kind, ok }) => [{ store, kind }, Number(ok)]),
  );
  if (finished === undefined) return;
  gauge("nametag_finished_answers", () => [[{}, finished().entries]]);
  gauge("nametag_finished_bytes", () => [[{}, finished().bytes]]);
}

/** Gauges of this process. */
export function addProcessGauges({ gauge }: Instruments, version: string): void {
  gauge("nametag_processes", () => [[{}, 1]]);
  gauge("nametag_build_info", () => [[{ version, node: process.version }, 1]]);
  const delay = watchEventLoop();
  gauge("nametag_event_loop_delay_p50_seconds", () => [[{}, delay().p50]]);
  gauge("nametag_event_loop_delay_p99_seconds", () => [[{}, delay().p99]]);
}

/** How late the event loop is, in seconds, since the window of the scrape before. */
function watchEventLoop(): () => { p50: number; p99: number } {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let seen = { p50: 0, p99: 0 };
  let seenAt = Number.NEGATIVE_INFINITY;
  // The histogram holds the time between two samples, which is the interval when nothing is late.
  const lateness = (percentile: number) =>
    Math.max(0, histogram.percentile(percentile) / 1e6 - SAMPLE_MS) / 1_000;

  return () => {
    if (performance.now() - seenAt < WINDOW_MS) return seen;
    seen = { p50: lateness(50), p99: lateness(99) };
    seenAt = performance.now();
    histogram.reset();
    return seen;
  };
}

/** So rare that the monitor removed below costs nothing. */
const RARELY_MS = 60_000;

/** prom-client's metrics of the process, put right where several processes are added up. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: RARELY_MS });
  for (const metric of registry.getMetricsAsArray()) {
    const { name } = metric;
    // Its event loop delay includes the sampling interval; the service has its own.
    const isLag = name.startsWith("nodejs_eventloop_lag");
    // Gauges named like counters; `nodejs_active_resources` says the same.
    const isMisnamed = /^nodejs_active_\w+_total$/.test(name);
    if (isLag || isMisnamed) registry.removeSingleMetric(name);
    // The oldest process shows since when the service runs.
    if (name === "process_start_time_seconds") metric.aggregator = "min";
  }
}
