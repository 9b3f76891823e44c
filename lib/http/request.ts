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
  /** Who asks, for the refresh limit: a network address, decided by the server in front. */
  clientAddress: string;
}

/** Answers that are errors by method or address are made before this. */
export type Handler = (request: ApiRequest) => Promise<Reply> | Reply;
