import { networkOf } from "../limits/client.ts";
import { startDeadline, type Deadline, type Caller, type Priority } from "../providers/deadline.ts";
import type { Reply } from "./reply.ts";

/** What an answer may depend on; nothing else of a request reaches a handler. */
export interface ApiRequest {
  method: string;
  /** The path as sent, still percent-encoded. */
  path: string;
  /** The query as sent, without `?`. */
  query: string;
  search: URLSearchParams;
  ifNoneMatch: string | undefined;
  /** Left out: as if the header were missing. */
  acceptEncoding?: string | undefined;
  /** An answer is wanted only if no provider has to be asked for it; left out: no. */
  onlyIfCached?: boolean;
  /** Who asks, for the refresh limit: a network address, decided by the server in front. */
  clientAddress: string;
}

/** Answers that are errors by method or address are made before this. */
export type Handler = (request: ApiRequest) => Promise<Reply> | Reply;

/** A request that has to be answered by a moment. */
export interface TimedRequest extends ApiRequest {
  deadline: Deadline;
}

/** Profile and texture together: one deadline for all that a picture needs. */
const PICTURE_MS = 6_000;

export function withDeadline(request: ApiRequest): TimedRequest {
  return { ...request, deadline: startDeadline(PICTURE_MS, callerOf(request)) };
}

/** On whose behalf an upstream is asked; who it is stays in this process. */
export function callerOf(
  { clientAddress }: Pick<ApiRequest, "clientAddress">,
  priority: Priority = "foreground",
): Caller {
  return { priority, client: networkOf(clientAddress) };
}
