import type { AccessLog } from "../log/access-log.ts";
import type { AnswerLabels } from "../metrics/hits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Keep, Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

/** The label for every address that there is not. */
export const OTHER_ROUTE = "other";

export interface ObserverOptions {
  metrics: Pick<Metrics, "answered" | "hitCounter" | "refresh">;
  accessLog: AccessLog;
}

/** Is told of every answer, and gives it back: one that may be given again counts that by itself. */
export type Observer = (request: ApiRequest, route: string, started: number, reply: Reply) => Reply;

/** `started` is a time of `performance.now()`. */
export function createObserver({ metrics, accessLog }: ObserverOptions): Observer {
  return (request, route, started, reply) => {
    const { status, headers, keep } = reply;
    const labels: AnswerLabels = { route, status, cache: cacheLabel(headers["x-cache"]) };
    const seconds = (performance.now() - started) / 1_000;
    metrics.answered({ ...labels, seconds });
    if (request.search.get("update") === "true") noteRefresh(reply);
    if (accessLog !== undefined) {
      const requestId = headers["x-request-id"];
      accessLog({ ...labels, method: request.method, seconds, requestId });
      // Where every request has to be logged, none is answered without coming here.
      return withoutKeep(reply);
    }
    return keep === undefined ? reply : { ...reply, keep: counted(keep, labels) };
  };

  /** Only a refresh is ever refused with 429. */
  function noteRefresh({ status }: Reply): void {
    if (status === 429) metrics.refresh("refused");
    else if (status < 400) metrics.refresh("granted");
  }

  function counted(keep: Keep, labels: AnswerLabels): Keep {
    const counter = metrics.hitCounter(labels);
    const { onHit } = keep;
    return {
      ...keep,
      onHit(unchanged = false) {
        if (unchanged) counter.unchanged += 1;
        else counter.whole += 1;
        onHit?.();
      },
    };
  }
}

function withoutKeep(reply: Reply): Reply {
  const { keep: _, ...rest } = reply;
  return rest;
}

function cacheLabel(state: string | undefined): AnswerLabels["cache"] {
  if (state === "HIT") return "hit";
  if (state === "MISS") return "miss";
  return state === "STALE" ? "stale" : "none";
}
