import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";
import { systemClock, type Clock } from "../time/clock.ts";
import { watchEventLoop } from "../process/event-loop-delay.ts";
import type { Budget } from "../upstream-budget/budget.ts";
import { FAILURE_KINDS, UpstreamFailure, type CallName } from "../providers/failure.ts";
import type { BreakerStatus } from "../providers/upstream/breaker.ts";
import type { CallEnd } from "../providers/upstream/guards.ts";
import { createInstruments, type Instruments, type NameOf } from "./definitions.ts";

type BucketState = ReturnType<Budget["state"]>[number];

/** Gauges show what these functions return on every scrape. */
export interface MetricSources {
  version: string;
  buckets(): readonly BucketState[];
  breakers(): readonly Pick<BreakerStatus, "provider" | "operation" | "state">[];
  /** `store` is its purpose, such as `values`. */
  stores(): readonly { store: string; kind: string; ok: boolean }[];
  cachedResponses(): { entries: number; bytes: number };
  isReady(): boolean;
  /** How many processes there should be. */
  processes: number;
  /** Undefined where it is not known. */
  freeDiskBytes(): number | undefined;
}

/** Counters of these exist before there is anything to count. */
export interface Countable {
  routes: readonly string[];
  /** Routes whose requests may be refused before there is a handler. */
  refused: readonly string[];
  calls: readonly CallName[];
}

/** The labels of a response. All values come from the code. */
export interface ResponseLabels {
  /** The template of the URL, such as `/api`; `page` for pages, `other` for unknown URLs. */
  route: string;
  status: number;
  cache: "hit" | "miss" | "stale" | "none";
}

/** Counts how often cached responses of one kind are sent, at the cost of an addition. */
export interface HitCounter {
  /** Sent with a body, or as a HEAD response. */
  whole: number;
  /** Sent as 304. */
  unchanged: number;
  /** Not sent, but a 412 in its place. */
  failed: number;
}

interface ResponseCounter extends HitCounter {
  labels: ResponseLabels;
  /** Made by a handler. */
  made: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Statuses of responses that fail: a bug, providers that fail, and too much to do. */
const FAILURES = [500, 502, 503];
const REFRESHES = ["granted", "refused"] as const;

/** The text is rendered no more often: that takes milliseconds of the API's thread, and anybody may ask for it. */
const RENDERED_MS = 1_000;

/** Creates the metrics of a service, in a registry of their own. */
export function createMetrics(clock: Clock = systemClock) {
  const registry = new Registry();
  const instruments = createInstruments(registry);
  /** Counters that are plain fields for each response, and metrics only when they are scraped. */
  const counters = new Map<string, ResponseCounter>();
  let gather = async (): Promise<MetricsSnapshot[]> => [await snapshot()];

  const requests = instruments.counter("nametag_requests_total");
  const durations = instruments.histogram("nametag_request_duration_seconds");
  const cachedHits = instruments.counter("nametag_cached_response_hits_total");
  const refreshes = instruments.counter("nametag_refreshes_total");
  const durableWritesLost = instruments.counter("nametag_durable_writes_lost_total");
  const logLinesLost = instruments.counter("nametag_log_lines_lost_total");
  const callEnded = callCounter(instruments);
  processRegistry ??= createProcessRegistry();
  const registries = [registry, processRegistry];

  const count = ({ route, status, cache }: ResponseLabels, times: number) =>
    requests.inc({ route, status, cache }, times);

  const counterOf = (labels: ResponseLabels): ResponseCounter => {
    const key = `${labels.route} ${labels.status} ${labels.cache}`;
    const counter = counters.get(key) ?? { labels, made: 0, whole: 0, unchanged: 0, failed: 0 };
    counters.set(key, counter);
    return counter;
  };

  const snapshot = async (): Promise<MetricsSnapshot> => {
    for (const counter of counters.values()) {
      const { labels } = counter;
      if (counter.made > 0) count(labels, counter.made);
      counter.made = 0;
      const statuses = { whole: labels.status, unchanged: 304, failed: 412 };
      for (const form of ["whole", "unchanged", "failed"] as const) {
        const times = counter[form];
        if (times === 0) continue;
        count({ ...labels, status: statuses[form] }, times);
        cachedHits.inc(times);
        counter[form] = 0;
      }
    }
    return (await Promise.all(registries.map((its) => its.getMetricsAsJSON()))).flat();
  };

  const text = async (): Promise<string> => textOf(await gather());
  let rendered: { at: number; text: Promise<string> } | undefined;

  return {
    /** Adds gauges of what these show. */
    watch: (sources: MetricSources): void => addGauges(instruments, sources),
    /**
     * Has failures, refreshes and upstream calls counted from 0. A counter that begins with its first failure does not
     * rise, so that `rate` and `increase` miss it.
     */
    countFromZero({ routes, refused, calls }: Countable): void {
      for (const status of FAILURES) {
        for (const route of routes) count({ route, status, cache: "miss" }, 0);
        for (const route of refused) count({ route, status, cache: "none" }, 0);
      }
      for (const outcome of REFRESHES) refreshes.inc({ outcome }, 0);
      callEnded.fromZero(calls);
    },
    /** Counts and times a response that a handler made. */
    response(response: ResponseLabels & { seconds: number }): void {
      counterOf(response).made += 1;
      durations.observe({ route: response.route }, response.seconds);
    },
    /** The counter for cached responses of this kind: always the same object. */
    hitCounter: (labels: ResponseLabels): HitCounter => counterOf(labels),
    refresh: (outcome: (typeof REFRESHES)[number]): void => refreshes.inc({ outcome }),
    /** Counts writes of durable data that a failing store has lost. */
    durableWritesLost: (writes: number): void => durableWritesLost.inc(writes),
    /** Counts a line of the log that could not be written. */
    logLineLost: (): void => logLinesLost.inc(),
    /** Counts upstream calls; to be told of whole calls, so that it sees every refusal. */
    callEnded: callEnded.count,
    /** The metrics of this process, for adding up with others. */
    snapshot,
    /** Prometheus' text format: of all processes if `gatherThrough` was called, else of this one. */
    text,
    /** The same, rendered at most once a second for all who ask. */
    recentText(): Promise<string> {
      if (rendered === undefined || clock.monotonic() - rendered.at >= RENDERED_MS) {
        const started = { at: clock.monotonic(), text: text() };
        rendered = started;
        started.text.catch(() => {
          if (rendered === started) rendered = undefined;
        });
      }
      return rendered.text;
    },
    /** Makes `text` combine these. */
    gatherThrough: (through: typeof gather) => void (gather = through),
  };
}

/** Counts and times upstream calls. */
function callCounter({ counter, histogram }: Instruments) {
  const calls = counter("nametag_upstream_calls_total");
  const durations = histogram("nametag_upstream_call_duration_seconds");

  return {
    count({ provider, operation }: CallName, end: CallEnd): void {
      const outcome = callOutcome(end);
      calls.inc({ provider, operation, outcome });
      const wasSent =
        !("error" in end && end.error instanceof UpstreamFailure) || end.error.wasSent;
      if (wasSent) durations.observe({ provider, operation }, end.milliseconds / 1_000);
    },
    fromZero(all: readonly CallName[]): void {
      for (const { provider, operation } of all) {
        for (const outcome of OUTCOMES) calls.inc({ provider, operation, outcome }, 0);
      }
    },
  };
}

const OUTCOMES = ["value", "missing", ...FAILURE_KINDS, "internal"] as const;

function callOutcome(end: CallEnd): (typeof OUTCOMES)[number] {
  if (!("error" in end)) return end.value === null ? "missing" : "value";
  return end.error instanceof UpstreamFailure ? end.error.kind : "internal";
}

/** All metrics of one process, which can be sent to another. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The media type of the text: Prometheus' text format, version 0.0.4. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The metrics of one or several processes as one text; each metric defines how values are combined. */
function textOf(snapshots: MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate(snapshots).metrics();
}

const BREAKER_STATES = { closed: 0, garbled: 1, open: 2 } as const;

const BUCKET_GAUGES: readonly [NameOf<"gauge">, (state: BucketState) => number][] = [
  ["nametag_budget_tokens", ({ tokens }) => tokens],
  ["nametag_budget_rate", ({ rate }) => rate],
  ["nametag_budget_rate_configured", ({ configuredRate }) => configuredRate],
  ["nametag_budget_waiting", ({ waiting }) => waiting],
  ["nametag_budget_paused_seconds", ({ pausedForSeconds }) => pausedForSeconds],
  ["nametag_budget_alone", ({ storeFails }) => Number(storeFails)],
];

/** Scrapes in shorter succession see the same window of the event loop. */
const WINDOW_MS = 5_000;

/** Adds gauges, which are read on each scrape. */
function addGauges(
  { gauge }: Instruments,
  { version, buckets, breakers, stores, cachedResponses, ...sources }: MetricSources,
): void {
  for (const [name, read] of BUCKET_GAUGES) {
    gauge(name, () => buckets().map((state) => [{ bucket: state.bucket }, read(state)]));
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
  gauge("nametag_cached_responses", () => [[{}, cachedResponses().entries]]);
  gauge("nametag_cached_response_bytes", () => [[{}, cachedResponses().bytes]]);
  gauge("nametag_disk_free_bytes", () => {
    const bytes = sources.freeDiskBytes();
    return bytes === undefined ? [] : [[{}, bytes]];
  });
  gauge("nametag_ready", () => [[{}, Number(sources.isReady())]]);
  gauge("nametag_processes", () => [[{}, 1]]);
  gauge("nametag_processes_configured", () => [[{}, sources.processes]]);
  gauge("nametag_build_info", () => [[{ version, node: process.version }, 1]]);
  const delay = delayOfEventLoop();
  gauge("nametag_event_loop_delay_p50_seconds", () => [[{}, delay().p50]]);
  gauge("nametag_event_loop_delay_p99_seconds", () => [[{}, delay().p99]]);
}

/** The delay of the event loop, in seconds, since the window of the previous scrape. */
function delayOfEventLoop(): () => { p50: number; p99: number } {
  const delay = watchEventLoop();
  let seen = { p50: 0, p99: 0 };
  let seenAt = Number.NEGATIVE_INFINITY;

  return () => {
    if (performance.now() - seenAt < WINDOW_MS) return seen;
    seen = { p50: delay.percentile(50) / 1_000, p99: delay.percentile(99) / 1_000 };
    seenAt = performance.now();
    delay.reset();
    return seen;
  };
}

/** So rare that the monitor that is removed below costs nothing. */
const RARELY_MS = 60_000;

/** The process metrics of prom-client, collected once: each collection watches every garbage collection. */
let processRegistry: Registry | undefined;

/** A registry of prom-client's metrics of the process, corrected for adding up several processes. */
function createProcessRegistry(): Registry {
  const registry = new Registry();
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
  return registry;
}
