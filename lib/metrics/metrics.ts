import { Registry, AggregatorRegistry } from "prom-client";
import { createInstruments, type Instruments } from "./definitions.ts";
import {
  addProcessGauges,
  addSourceGauges,
  addProcessMetrics,
  type MetricSources,
} from "./gauges.ts";

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
}

export type Metrics = ReturnType<typeof createMetrics>;

export interface MetricsOptions extends MetricSources {
  version: string;
}

/** Creates the metrics of a process, in a registry of their own. */
export function createMetrics({ version, ...sources }: MetricsOptions) {
  const registry = new Registry();
  const instruments = createInstruments(registry);
  const hits = createHits();
  let gather: () => Promise<string | undefined> = () => Promise.resolve(undefined);

  const requests = instruments.counter("nametag_requests_total");
  const durations = instruments.histogram("nametag_request_duration_seconds");
  const finishedHits = instruments.counter("nametag_finished_hits_total");
  const refreshes = instruments.counter("nametag_refreshes_total");
  const durableWritesLost = instruments.counter("nametag_durable_writes_lost_total");
  const upstreamGuard = observeUpstreams(instruments);
  addSourceGauges(instruments, sources);
  addProcessGauges(instruments, version);
  addProcessMetrics(registry);

  const count = ({ route, status, cache }: ResponseLabels, times: number) =>
    requests.inc({ route, status, cache }, times);

  const snapshot = async (): Promise<MetricsSnapshot> => {
    hits.drain((labels, times) => {
      count(labels, times);
      finishedHits.inc(times);
    });
    return registry.getMetricsAsJSON();
  };

  return {
    /** Counts and times a response that a handler made. */
    response(response: ResponseLabels & { seconds: number }): void {
      count(response, 1);
      durations.observe({ route: response.route }, response.seconds);
    },
    /** The counter for cached responses of this kind. */
    hitCounter: (labels: ResponseLabels): HitCounter => hits.counterOf(labels),
    refresh: (outcome: "granted" | "refused"): void => refreshes.inc({ outcome }),
    /** Counts writes of durable data that a failing store has lost. */
    durableWritesLost: (writes: number): void => durableWritesLost.inc(writes),
    /** Observes upstream calls; must be the outermost guard. */
    upstreamGuard,
    /** The metrics of this process, for adding up with others. */
    snapshot,
    /** Prometheus' text format: of all processes if `gatherThrough` was called, else of this one. */
    text: async (): Promise<string> => (await gather()) ?? textOf([await snapshot()]),
    /** Makes `text` return the result of this; the metrics of this process when it is undefined. */
    gatherThrough: (through: () => Promise<string | undefined>) => void (gather = through),
  };
}

/** Counters that are plain fields on the hot path, and metrics only when they are scraped. */
function createHits() {
  const counters = new Map<string, { labels: ResponseLabels; counter: HitCounter }>();

  return {
    /** The counter of a kind of response: always the same object, which is stored with the response. */
    counterOf(labels: ResponseLabels): HitCounter {
      const key = `${labels.route} ${labels.status} ${labels.cache}`;
      const known = counters.get(key);
      if (known !== undefined) return known.counter;
      const counter = { whole: 0, unchanged: 0 };
      counters.set(key, { labels, counter });
      return counter;
    },

    /** Reports and resets the counts. */
    drain(report: (labels: ResponseLabels, count: number) => void) {
      for (const { labels, counter } of counters.values()) {
        if (counter.whole > 0) report(labels, counter.whole);
        if (counter.unchanged > 0) report({ ...labels, status: 304 }, counter.unchanged);
        counter.whole = 0;
        counter.unchanged = 0;
      }
    },
  };
}

/** Kinds of failures that mean that the call was never sent. */
const NOT_SENT = new Set(["budget-spent", "circuit-open"]);

/** A guard that wraps every upstream call. */
type UpstreamObserver = <Value>(
  call: { provider: string; operation: string },
  send: () => Promise<Value | null>,
) => Promise<Value | null>;

/** Counts and times upstream calls. It must be the outermost guard, to see every refusal. */
function observeUpstreams({ counter, histogram }: Instruments): UpstreamObserver {
  const calls = counter("nametag_upstream_calls_total");
  const durations = histogram("nametag_upstream_call_duration_seconds");

  return async ({ provider, operation }, send) => {
    const started = performance.now();
    const note = (outcome: string) => {
      calls.inc({ provider, operation, outcome });
      if (NOT_SENT.has(outcome)) return;
      durations.observe({ provider, operation }, (performance.now() - started) / 1_000);
    };
    try {
      const value = await send();
      note(value === null ? "missing" : "value");
      return value;
    } catch (error) {
      note(kindOf(error));
      throw error;
    }
  };
}

/** The kind of an upstream failure. Any other error is an internal one. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error) || !("kind" in error)) return "internal";
  return typeof error.kind === "string" ? error.kind : "internal";
}

/** All metrics of one process, which can be sent to another. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The media type of the text: Prometheus' text format, version 0.0.4. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The metrics of one or several processes as one text; each metric defines how values are combined. */
export function textOf(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}
