import { AggregatorRegistry, Registry } from "prom-client";

/** All metrics of one process, as they may be sent to another. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The media type of the text: Prometheus' text format, version 0.0.4. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The metrics of one or several processes as one text; each metric says how values are added up. */
export function textOf(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}
