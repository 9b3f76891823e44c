import { Counter, Gauge, Histogram, type Aggregator, type Registry } from "prom-client";

interface Definition {
  type: "counter" | "gauge" | "histogram";
  help: string;
  labels: readonly string[];
  /** How the values of several processes are combined. */
  aggregator: Aggregator;
}

/**
 * Every metric that the service defines. Label values come only from the code, never from a client or an
 * upstream, so that their number is bounded.
 */
export const METRICS = {
  nametag_requests_total: {
    type: "counter",
    help: "Responses by route, HTTP status and cache state (hit, miss, stale; none outside the API).",
    labels: ["route", "status", "cache"],
    aggregator: "sum",
  },
  nametag_request_duration_seconds: {
    type: "histogram",
    help: "Time to make a response. Repeated finished responses take microseconds and are not timed.",
    labels: ["route"],
    aggregator: "sum",
  },
  nametag_finished_hits_total: {
    type: "counter",
    help: "Finished responses that were sent again without calling a handler.",
    labels: [],
    aggregator: "sum",
  },
  nametag_finished_answers: {
    type: "gauge",
    help: "Finished responses in memory.",
    labels: [],
    aggregator: "sum",
  },
  nametag_finished_bytes: {
    type: "gauge",
    help: "Memory of finished responses.",
    labels: [],
    aggregator: "sum",
  },
  nametag_refreshes_total: {
    type: "counter",
    help: "Forced refreshes by outcome: granted, or refused by the refresh limit.",
    labels: ["outcome"],
    aggregator: "sum",
  },
  nametag_upstream_calls_total: {
    type: "counter",
    help: "Upstream calls by outcome: value, missing (there is none), or the kind of failure. A call and its retry are one.",
    labels: ["provider", "operation", "outcome"],
    aggregator: "sum",
  },
  nametag_upstream_call_duration_seconds: {
    type: "histogram",
    help: "Time of upstream calls, waiting for the budget and a retry included. Calls refused before they were sent are not timed.",
    labels: ["provider", "operation"],
    aggregator: "sum",
  },
  nametag_budget_tokens: {
    type: "gauge",
    help: "Upstream calls that may be sent at once, as last seen. Shared by all processes that call from one address.",
    labels: ["bucket", "egress"],
    aggregator: "min",
  },
  nametag_budget_rate: {
    type: "gauge",
    help: "Upstream calls a second that the budget allows now. Where the ceiling is higher, it is found by trying.",
    labels: ["bucket", "egress"],
    aggregator: "min",
  },
  nametag_budget_rate_configured: {
    type: "gauge",
    help: "The most upstream calls a second that the budget may ever allow: the ceiling of its rate.",
    labels: ["bucket", "egress"],
    aggregator: "max",
  },
  nametag_budget_waiting: {
    type: "gauge",
    help: "Upstream calls that wait for the budget.",
    labels: ["bucket", "egress"],
    aggregator: "sum",
  },
  nametag_budget_paused_seconds: {
    type: "gauge",
    help: "Seconds until calls may be sent again, after a 429 or Retry-After of the upstream; 0 without a pause.",
    labels: ["bucket", "egress"],
    aggregator: "max",
  },
  nametag_budget_alone: {
    type: "gauge",
    help: "1 while the shared budget cannot be reached and each process uses a small share from memory.",
    labels: ["bucket", "egress"],
    aggregator: "max",
  },
  nametag_breaker_state: {
    type: "gauge",
    help: "Circuit breaker of an upstream operation: 0 closed, 1 half-open, 2 open. The worst of all processes.",
    labels: ["provider", "operation"],
    aggregator: "max",
  },
  nametag_store_up: {
    type: "gauge",
    help: "1 while a store works, 0 while memory stands in for it.",
    labels: ["store", "kind"],
    aggregator: "min",
  },
  nametag_durable_writes_lost_total: {
    type: "counter",
    help: "Writes of name history, statistics or refresh grants that are lost, since the store failed.",
    labels: [],
    aggregator: "sum",
  },
  nametag_event_loop_delay_p50_seconds: {
    type: "gauge",
    help: "Half of the time the event loop was later than this, over the last seconds. The worst process.",
    labels: [],
    aggregator: "max",
  },
  nametag_event_loop_delay_p99_seconds: {
    type: "gauge",
    help: "A hundredth of the time the event loop was later than this, over the last seconds. The worst process.",
    labels: [],
    aggregator: "max",
  },
  nametag_processes: {
    type: "gauge",
    help: "Processes that this scrape adds up.",
    labels: [],
    aggregator: "sum",
  },
  nametag_build_info: {
    type: "gauge",
    help: "Always 1; its labels say which version runs on which Node.",
    labels: ["version", "node"],
    aggregator: "first",
  },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof METRICS;

type NameOf<Type extends Definition["type"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never;
}[MetricName];

export type CounterName = NameOf<"counter">;
export type GaugeName = NameOf<"gauge">;
export type HistogramName = NameOf<"histogram">;

/** Upper bounds of the duration histograms, in seconds. */
const DURATION_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** One sample of a gauge: its labels and its value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

export type Instruments = ReturnType<typeof createInstruments>;

/** Creates metrics of the table in a registry. */
export function createInstruments(registry: Registry) {
  return {
    counter: (name: CounterName) => new Counter(settings(name, registry)),
    histogram: (name: HistogramName) =>
      new Histogram({ ...settings(name, registry), buckets: DURATION_BUCKETS }),
    /** A gauge that is read on each scrape and keeps no state between scrapes. */
    gauge(name: GaugeName, read: () => readonly Sample[]): void {
      // oxlint-disable-next-line no-new -- it registers itself.
      new Gauge({
        ...settings(name, registry),
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.set({ ...labels }, value);
        },
      });
    },
  };
}

function settings(name: MetricName, registry: Registry) {
  const { help, labels, aggregator }: Definition = METRICS[name];
  return { name, help, labelNames: labels, aggregator, registers: [registry] };
}
