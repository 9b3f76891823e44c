import { Registry } from "prom-client";
import { textOf, type MetricsSnapshot } from "./aggregate.ts";
import { addProcessGauges, addSourceGauges } from "./gauges.ts";
import { createHits, type AnswerLabels, type HitCounter } from "./hits.ts";
import { createInstruments } from "./instruments.ts";
import { addProcessMetrics } from "./process-metrics.ts";
import type { MetricSources } from "./sources.ts";
import { observeUpstreams, type UpstreamObserver } from "./upstream-calls.ts";

/** The metrics of one process. */
export interface Metrics {
  /** Counts and times an answer that was made. */
  answered(answer: AnswerLabels & { seconds: number }): void;
  /** What to add to when a finished answer of this kind is given again. */
  hitCounter(labels: AnswerLabels): HitCounter;
  refresh(outcome: "granted" | "refused"): void;
  /** Counts writes of durable data that a failing store has lost. */
  durableWritesLost(writes: number): void;
  /** Observes upstream calls; to be the outermost guard. */
  upstreamGuard: UpstreamObserver;
  /** This process alone, for whoever adds up several. */
  snapshot(): Promise<MetricsSnapshot>;
  /** In Prometheus' text format: of all processes where `gatherThrough` was called, else of this. */
  text(): Promise<string>;
  /** From now on `text` asks this first; when it gives undefined, this process speaks for itself. */
  gatherThrough(gather: () => Promise<string | undefined>): void;
}

export interface MetricsOptions extends MetricSources {
  version: string;
}

/** Makes the metrics of a process, in a registry of their own. */
export function createMetrics({ version, ...sources }: MetricsOptions): Metrics {
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

  const count = ({ route, status, cache }: AnswerLabels, times: number) =>
    requests.inc({ route, status, cache }, times);

  const snapshot = async () => {
    hits.drain((labels, times) => {
      count(labels, times);
      finishedHits.inc(times);
    });
    return registry.getMetricsAsJSON();
  };

  return {
    answered(answer) {
      count(answer, 1);
      durations.observe({ route: answer.route }, answer.seconds);
    },
    hitCounter: (labels) => hits.counterOf(labels),
    refresh: (outcome) => refreshes.inc({ outcome }),
    durableWritesLost: (writes) => durableWritesLost.inc(writes),
    upstreamGuard,
    snapshot,
    text: async () => (await gather()) ?? textOf([await snapshot()]),
    gatherThrough: (through) => void (gather = through),
  };
}
