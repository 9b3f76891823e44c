import { METRICS_TYPE } from "../metrics/aggregate.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { NO_STORE } from "./reply.ts";
import type { Handler } from "./request.ts";

/** `GET /api/metrics`: what the service counts and measures, in Prometheus' text format. */
export function createMetricsHandler(metrics: Pick<Metrics, "text">): Handler {
  return async () => ({
    status: 200,
    headers: { "content-type": METRICS_TYPE, "cache-control": NO_STORE, "x-cache": "MISS" },
    body: await metrics.text(),
  });
}
