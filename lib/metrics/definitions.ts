import { Counter, Gauge, Histogram, type Aggregator, type Registry } from "prom-client";
import { compatServices } from "../configuration/compat-services.ts";
import { COMPAT_FOLDER, OTHER_ROUTE, PAGE_ROUTE, paths, playerPaths } from "../contract/paths.ts";

const counter = (help: string, labels: string[] = []) =>
  ({ type: "counter", help, labels, aggregator: "sum" }) as const;
const histogram = (help: string, labels: string[]) =>
  ({ type: "histogram", help, labels, aggregator: "sum" }) as const;
/** @param aggregator How the values of several processes are combined. */
const gauge = (help: string, labels: string[] = [], aggregator: Aggregator = "sum") =>
  ({ type: "gauge", help, labels, aggregator }) as const;

const BUCKET = ["bucket"];

/**
 * Every metric that the service defines. Label values come only from the code, never from a client or an
 * upstream, so that their number is bounded.
 */
export const METRICS = {
  nametag_requests_total: counter(
    "Responses by route, HTTP status and cache state (hit, miss, stale; none outside the API).",
    ["route", "status", "cache"],
  ),
  nametag_request_duration_seconds: histogram(
    "Time to make a response. Responses from the cache take microseconds and are not timed.",
    ["route"],
  ),
  nametag_cached_response_hits_total: counter(
    "Cached responses that were sent again without calling a handler.",
  ),
  nametag_cached_responses: gauge("Cached responses in memory."),
  nametag_cached_response_bytes: gauge("Memory of cached responses."),
  nametag_refreshes_total: counter(
    "Forced refreshes by outcome: granted, or refused by the refresh limit.",
    ["outcome"],
  ),
  nametag_upstream_calls_total: counter(
    "Upstream calls by outcome: value, missing (there is none), or the kind of failure. A call and its retry are one.",
    ["provider", "operation", "outcome"],
  ),
  nametag_upstream_call_duration_seconds: histogram(
    "Time of upstream calls, waiting for the budget and a retry included. Calls refused before they were sent are not timed.",
    ["provider", "operation"],
  ),
  nametag_budget_tokens: gauge(
    "Upstream calls that may be sent at once, as last seen. Shared by all processes that call from one address.",
    BUCKET,
    "min",
  ),
  nametag_budget_rate: gauge(
    "Upstream calls a second that the budget allows now. Where the ceiling is higher, it is found by trying.",
    BUCKET,
    "min",
  ),
  nametag_budget_rate_configured: gauge(
    "The most upstream calls a second that the budget may ever allow: the ceiling of its rate.",
    BUCKET,
    "max",
  ),
  nametag_budget_waiting: gauge("Upstream calls that wait for the budget.", BUCKET),
  nametag_budget_paused_seconds: gauge(
    "Seconds until calls may be sent again, after a 429 or Retry-After of the upstream; 0 without a pause.",
    BUCKET,
    "max",
  ),
  nametag_budget_alone: gauge(
    "1 while the shared budget cannot be reached and each process uses a small share from memory.",
    BUCKET,
    "max",
  ),
  nametag_breaker_state: gauge(
    "Circuit breaker of an upstream operation: 0 closed, 1 open to all calls, but no response makes sense, 2 open. The worst of all processes.",
    ["provider", "operation"],
    "max",
  ),
  nametag_store_up: gauge(
    "1 while a store works, 0 while memory stands in for it.",
    ["store", "kind"],
    "min",
  ),
  nametag_durable_writes_lost_total: counter(
    "Writes of name history, statistics or refresh grants that are lost, since the store failed.",
  ),
  nametag_log_lines_lost_total: counter(
    "Lines of the log that are lost, since standard output did not take them.",
  ),
  nametag_disk_free_bytes: gauge(
    "Free space of the disk that DATA_DIR is on; none where the stores are in a Redis.",
    [],
    "min",
  ),
  nametag_event_loop_delay_p50_seconds: gauge(
    "Half of the time the event loop was later than this, over the last seconds. The worst process.",
    [],
    "max",
  ),
  nametag_event_loop_delay_p99_seconds: gauge(
    "A hundredth of the time the event loop was later than this, over the last seconds. The worst process.",
    [],
    "max",
  ),
  nametag_ready: gauge(
    "1 while lookups work and pages can be rendered, as /api/ready says. The lowest of all processes.",
    [],
    "min",
  ),
  nametag_processes: gauge("Processes that this scrape adds up."),
  nametag_processes_configured: gauge(
    "Processes that there should be: WEB_CONCURRENCY.",
    [],
    "max",
  ),
  nametag_build_info: gauge(
    "Always 1; its labels say which version runs on which Node.",
    ["version", "node"],
    "first",
  ),
};

export type MetricName = keyof typeof METRICS;

/** The metrics of one type. */
export type NameOf<Type> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never;
}[MetricName];

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
    counter: (name: NameOf<"counter">) => new Counter(settings(name, registry)),
    histogram: (name: NameOf<"histogram">) =>
      new Histogram({ ...settings(name, registry), buckets: DURATION_BUCKETS }),
    /** A gauge that is read on each scrape and keeps no state between scrapes. */
    gauge(name: NameOf<"gauge">, read: () => readonly Sample[]): void {
      // oxlint-disable-next-line no-new -- it registers itself.
      new Gauge({
        ...settings(name, registry),
        collect() {
          const samples = read();
          this.reset();
          // Without labels, it would be 0 now.
          if (METRICS[name].labels.length === 0 && samples.length === 0) this.remove();
          for (const [labels, value] of samples) this.set({ ...labels }, value);
        },
      });
    },
  };
}

function settings(name: MetricName, registry: Registry) {
  const { help, labels, aggregator } = METRICS[name];
  return { name, help, labelNames: labels, aggregator, registers: [registry] };
}

/** The routes about players in metrics and logs: never a path with a player in it. */
export const playerRoutes: readonly string[] = [
  ...new Set(Object.values(playerPaths)),
  ...compatServices.map((service) => COMPAT_FOLDER + service),
];

/** Every value of the label `route`. */
export const allRoutes: readonly string[] = [
  ...new Set([...playerRoutes, ...Object.values(paths), PAGE_ROUTE, OTHER_ROUTE]),
];
