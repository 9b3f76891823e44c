import { collectDefaultMetrics, type Registry } from "prom-client";

/** Looked at this rarely, what is removed below costs nothing. */
const RARELY_MS = 60_000;

/** prom-client's metrics of the process, put right where several processes are added up. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: RARELY_MS });
  for (const metric of registry.getMetricsAsArray()) {
    const { name } = metric;
    // Its event loop delay counts the interval between two looks; the service has its own.
    const isLag = name.startsWith("nodejs_eventloop_lag");
    // Gauges named like counters; `nodejs_active_resources` says the same.
    const isMisnamed = /^nodejs_active_\w+_total$/.test(name);
    if (isLag || isMisnamed) registry.removeSingleMetric(name);
    // The oldest process tells since when the service runs.
    if (name === "process_start_time_seconds") metric.aggregator = "min";
  }
}
