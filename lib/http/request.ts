import type { Caller, Priority } from "../scheduling/caller.ts";
import { clientOf, networkOf } from "./client-address.ts";
import type { Preconditions } from "./reply.ts";

/** The parts of a request that a response may depend on. Handlers see nothing else. */
export interface ApiRequest {
  method: string;
  /** The path as sent, still percent-encoded. */
  path: string;
  /** The query as sent, without `?`. */
  query: string;
  search: URLSearchParams;
  preconditions: Preconditions;
  acceptEncoding?: string | undefined;
  /** `only-if-cached`: no request to a provider is allowed. */
  onlyIfCached?: boolean;
  /** How urgent it is, if it is a part of other work. */
  priority?: Priority;
  /**
   * The body as text; null when it has more bytes than are allowed, by default `MAX_BODY`. Read only where a body is wanted.
   * @throws ApiError When it is malformed or broken off.
   */
  readBody?: (most?: number) => Promise<string | null>;
  /** The network address of the client, as determined by the server in front. */
  clientAddress: string;
  /** Gives a signal that is aborted when the client leaves before it has the response; only what waits calls it. */
  whenClientLeaves?: (() => AbortSignal | undefined) | undefined;
}

/** Longest request target that is accepted, in bytes. */
export const MAX_TARGET = 2_048;

/** A text before and after the first separator. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Path and query, as sent. */
export function targetOf({ path, query }: Pick<ApiRequest, "path" | "query">): string {
  return query === "" ? path : `${path}?${query}`;
}

/** A GET request of this service to its own API; `target` is path and query. */
export function internalRequest(
  target: string,
  from: Pick<ApiRequest, "clientAddress"> & Partial<ApiRequest>,
): ApiRequest {
  const [path, query] = splitOnce(target, "?");
  const search = new URLSearchParams(query);
  return { ...from, method: "GET", path, query, search, preconditions: {} };
}

/** The caller of upstream requests. The client never leaves this process. */
export function callerOf(
  request: Pick<ApiRequest, "clientAddress" | "priority" | "whenClientLeaves">,
  priority: Priority = request.priority ?? "foreground",
): Caller {
  const { clientAddress, whenClientLeaves } = request;
  const [client, network] = [clientOf(clientAddress), networkOf(clientAddress)];
  return { priority, client, network, whenClientLeaves };
}
