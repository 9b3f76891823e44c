import { Registry, AggregatorRegistry } from "prom-client";
import { UpstreamFailure, type CallName } from "../providers/failure.ts";
import type { CallEnd } from "../providers/upstream/guards.ts";
import { createInstruments, type Instruments } from "./definitions.ts";
import { addGauges, addProcessMetrics, type MetricSources } from "./gauges.ts";

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

/** Creates the metrics of a process, in a registry of their own. */
export function createMetrics(sources: MetricSources) {
  const registry = new Registry();
  const instruments = createInstruments(registry);
  /** Counters that are plain fields on the hot path, and metrics only when they are scraped. */
  const hitCounters = new Map<string, HitCounter & { labels: ResponseLabels }>();
  let gather = async (): Promise<MetricsSnapshot[]> => [await snapshot()];

  const requests = instruments.counter("nametag_requests_total");
  const durations = instruments.histogram("nametag_request_duration_seconds");
  const finishedHits = instruments.counter("nametag_finished_hits_total");
  const refreshes = instruments.counter("nametag_refreshes_total");
  const durableWritesLost = instruments.counter("nametag_durable_writes_lost_total");
  const callEnded = callCounter(instruments);
  addGauges(instruments, sources);
  addProcessMetrics(registry);

  const count = ({ route, status, cache }: ResponseLabels, times: number) =>
    requests.inc({ route, status, cache }, times);

  const snapshot = async (): Promise<MetricsSnapshot> => {
    for (const counter of hitCounters.values()) {
      const { labels } = counter;
      for (const form of ["whole", "unchanged"] as const) {
        const times = counter[form];
        if (times === 0) continue;
        count(form === "whole" ? labels : { ...labels, status: 304 }, times);
        finishedHits.inc(times);
        counter[form] = 0;
      }
    }
    return registry.getMetricsAsJSON();
  };

  return {
    /** Counts and times a response that a handler made. */
    response(response: ResponseLabels & { seconds: number }): void {
      count(response, 1);
      durations.observe({ route: response.route }, response.seconds);
    },
    /** The counter for cached responses of this kind: always the same object. */
    hitCounter(labels: ResponseLabels): HitCounter {
      const key = `${labels.route} ${labels.status} ${labels.cache}`;
      const counter = hitCounters.get(key) ?? { labels, whole: 0, unchanged: 0 };
      hitCounters.set(key, counter);
      return counter;
    },
    refresh: (outcome: "granted" | "refused"): void => refreshes.inc({ outcome }),
    /** Counts writes of durable data that a failing store has lost. */
    durableWritesLost: (writes: number): void => durableWritesLost.inc(writes),
    /** Counts upstream calls; to be told of whole calls, so that it sees every refusal. */
    callEnded,
    /** The metrics of this process, for adding up with others. */
    snapshot,
    /** Prometheus' text format: of all processes if `gatherThrough` was called, else of this one. */
    text: async (): Promise<string> => textOf(await gather()),
    /** Makes `text` combine these. */
    gatherThrough: (through: typeof gather) => void (gather = through),
  };
}

/** Counts and times upstream calls. */
function callCounter({ counter, histogram }: Instruments) {
  const calls = counter("nametag_upstream_calls_total");
  const durations = histogram("nametag_upstream_call_duration_seconds");

  return ({ provider, operation }: CallName, end: CallEnd): void => {
    const outcome = outcomeOf(end);
    calls.inc({ provider, operation, outcome });
    const wasSent = !("error" in end && end.error instanceof UpstreamFailure) || end.error.wasSent;
    if (wasSent) durations.observe({ provider, operation }, end.milliseconds / 1_000);
  };
}

function outcomeOf(end: CallEnd): string {
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
