import type { Logger } from "pino";

/** One answered request, as far as it is logged: nothing of who asked, nor of what for. */
export interface AnsweredRequest {
  method: string;
  /** The template of the address; see `AnswerLabels` of the metrics. */
  route: string;
  status: number;
  cache: string;
  seconds: number;
  requestId: string | undefined;
}

/** Writes one line for each answered request. */
export type AccessLog = ((answer: AnsweredRequest) => void) | undefined;

/** There is none unless the level is `debug` or lower. */
export function createAccessLog(logger: Logger): AccessLog {
  if (!logger.isLevelEnabled("debug")) return undefined;
  return ({ method, route, status, cache, seconds, requestId }) => {
    const ms = Math.round(seconds * 1e6) / 1e3;
    logger.debug({ method, route, status, cache, ms, requestId }, "Answered");
  };
}
