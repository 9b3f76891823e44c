import type { Fallback } from "../contract/queries.ts";
import { networkOf } from "../limits/client.ts";
import {
  LOOKUP_MS,
  startDeadline,
  type Deadline,
  type Caller,
  type Priority,
} from "../providers/deadline.ts";
import type { Reply } from "./reply.ts";

/** The parts of a request that a response may depend on. Handlers see nothing else. */
export interface ApiRequest {
  method: string;
  /** The path as sent, still percent-encoded. */
  path: string;
  /** The query as sent, without `?`. */
  query: string;
  search: URLSearchParams;
  ifNoneMatch: string | undefined;
  acceptEncoding?: string | undefined;
  /** `only-if-cached`: no provider may be asked. */
  onlyIfCached?: boolean;
  /** What `/skin` shows for an unknown player instead of the error. */
  skinFallback?: Fallback;
  /** How urgent it is, where that is not a request of its own. */
  priority?: Priority;
  /** The body as text; null when it is too long or broken off. Read only where a body is wanted. */
  readBody?: () => Promise<string | null>;
  /** The network address of the client, as determined by the server in front. */
  clientAddress: string;
}

/** Handles one route. Wrong methods and unknown paths are answered before. */
export type Handler = (request: ApiRequest) => Promise<Reply> | Reply;

/** A request with a deadline. */
export interface TimedRequest extends ApiRequest {
  deadline: Deadline;
}

/** A text before and after the first separator. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** One deadline for the profile and the texture of an image. */
export function withDeadline(request: ApiRequest): TimedRequest {
  return { ...request, deadline: startDeadline(LOOKUP_MS, callerOf(request)) };
}

/** The caller of upstream requests. The client never leaves this process. */
export function callerOf(
  { clientAddress, priority: own = "foreground" }: Pick<ApiRequest, "clientAddress" | "priority">,
  priority: Priority = own,
): Caller {
  return { priority, client: networkOf(clientAddress) };
}
