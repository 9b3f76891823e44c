import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, type Registry } from "prom-client";
import type { Budget } from "../limits/budget.ts";
import type { BreakerStatus } from "../providers/upstream/breaker.ts";
import type { Instruments, NameOf } from "./definitions.ts";

type BucketState = ReturnType<Budget["state"]>[number];

/** What gauges show: functions called on every scrape. */
export interface MetricSources {
  version: string;
  /** Of each egress, in the order of the configuration. */
  budgets(): readonly (readonly BucketState[])[];
  breakers(): readonly Pick<BreakerStatus, "provider" | "operation" | "state">[];
  /** `store` is its purpose, such as `values`. */
  stores(): readonly { store: string; kind: string; ok: boolean }[];
  responses(): { entries: number; bytes: number };
}

const BREAKER_STATES = { closed: 0, "half-open": 1, open: 2 } as const;

const BUCKET_GAUGES: readonly [NameOf<"gauge">, (state: BucketState) => number][] = [
  ["nametag_budget_tokens", ({ tokens }) => tokens],
  ["nametag_budget_rate", ({ rate }) => rate],
  ["nametag_budget_rate_configured", ({ configuredRate }) => configuredRate],
  ["nametag_budget_waiting", ({ waiting }) => waiting],
  ["nametag_budget_paused_seconds", ({ pausedForSeconds }) => pausedForSeconds],
  ["nametag_budget_alone", ({ storeFails }) => Number(storeFails)],
];

/** How often the event loop is sampled. */
const SAMPLE_MS = 20;
/** Scrapes in shorter succession see the same window of the event loop. */
const WINDOW_MS = 5_000;

/** Adds gauges, which are read on each scrape. */
export function addGauges(
  { gauge }: Instruments,
  { version, budgets, breakers, stores, responses }: MetricSources,
): void {
  for (const [name, read] of BUCKET_GAUGES) {
    gauge(name, () =>
      budgets().flatMap((buckets, index) =>
        buckets.map((state) => [{ bucket: state.bucket, egress: String(index + 1) }, read(state)]),
      ),
    );
  }
  gauge("nametag_breaker_state", () =>
    breakers().map(({ state, provider, operation }) => [
      { provider, operation },
      BREAKER_STATES[state],
    ]),
  );
  gauge("nametag_store_up", () =>
    stores().map(({ ok, store, kind }) => [{ store, kind }, Number(ok)]),
  );
  gauge("nametag_finished_answers", () => [[{}, responses().entries]]);
  gauge("nametag_finished_bytes", () => [[{}, responses().bytes]]);
  gauge("nametag_processes", () => [[{}, 1]]);
  gauge("nametag_build_info", () => [[{ version, node: process.version }, 1]]);
  const delay = watchEventLoop();
  gauge("nametag_event_loop_delay_p50_seconds", () => [[{}, delay().p50]]);
  gauge("nametag_event_loop_delay_p99_seconds", () => [[{}, delay().p99]]);
}

/** The delay of the event loop, in seconds, since the window of the previous scrape. */
function watchEventLoop(): () => { p50: number; p99: number } {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let seen = { p50: 0, p99: 0 };
  let seenAt = Number.NEGATIVE_INFINITY;
  // The histogram has the time between two samples, which is the interval when nothing is late.
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

/** So rare that the monitor that is removed below costs nothing. */
const RARELY_MS = 60_000;

/** Adds prom-client's metrics of the process, corrected for adding up several processes. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: RARELY_MS });
  for (const metric of registry.getMetricsAsArray()) {
    const { name } = metric;
    // Its event loop delay includes the sampling interval; the service has its own metric.
    const isLag = name.startsWith("nodejs_eventloop_lag");
    // Gauges named like counters; `nodejs_active_resources` has the same values.
    const isMisnamed = /^nodejs_active_\w+_total$/.test(name);
    if (isLag || isMisnamed) registry.removeSingleMetric(name);
    // The start time of the oldest process is that of the service.
    if (name === "process_start_time_seconds") metric.aggregator = "min";
  }
}
