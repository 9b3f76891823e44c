import type { AccessLog } from "../log/logger.ts";
import type { ResponseLabels, Metrics } from "../metrics/metrics.ts";
import type { Cacheable, Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

/** The label for every unknown path. */
export const OTHER_ROUTE = "other";

/** Counts and logs a reply. Returns how it may be sent again, so that its own hits are counted. */
export function createObserver({
  metrics,
  accessLog,
}: {
  metrics: Pick<Metrics, "response" | "hitCounter" | "refresh">;
  accessLog: AccessLog;
}) {
  return (
    request: ApiRequest,
    route: string,
    started: number,
    reply: Reply,
  ): Cacheable | undefined => {
    const { status, headers, cacheable } = reply;
    const labels: ResponseLabels = { route, status, cache: cacheLabel(headers["x-cache"]) };
    const seconds = (performance.now() - started) / 1_000;
    metrics.response({ seconds, ...labels });
    // Only a refresh is ever refused with 429.
    if (status === 429) metrics.refresh("refused");
    else if (status < 400 && request.search.get("update") === "true") metrics.refresh("granted");
    if (accessLog !== undefined) {
      const requestId = headers["x-request-id"];
      accessLog({ ...labels, method: request.method, seconds, requestId });
      // A log of every request needs every request to come here.
      return undefined;
    }
    return cacheable && counted(cacheable, labels);
  };

  function counted(cacheable: Cacheable, labels: ResponseLabels): Cacheable {
    const counter = metrics.hitCounter(labels);
    const { freshUntil, tags } = cacheable;
    return {
      freshUntil,
      tags,
      onHit(unchanged = false) {
        counter[unchanged ? "unchanged" : "whole"] += 1;
        cacheable.onHit?.();
      },
    };
  }
}

function cacheLabel(state: string | undefined): ResponseLabels["cache"] {
  if (state === "HIT") return "hit";
  if (state === "MISS") return "miss";
  return state === "STALE" ? "stale" : "none";
}
