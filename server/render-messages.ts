import type { PageReply } from "../lib/http/page-host.ts";

/*
 * The messages between the front server's thread and the thread that renders pages. They are small, so
 * HTTP between the two would only add cost.
 */

/** A response of the API, and the path and query of its request. */
export interface ApiReply {
  target: string;
  reply: PageReply;
}

/** A page to render. */
export interface RenderRequest {
  kind: "render";
  id: string;
  /** Path and query, as Next routes them. */
  target: string;
  headers: Record<string, string>;
  /** Responses of the API that the page will request. */
  replies: readonly ApiReply[];
}

/** A page as Next rendered it. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** To the thread. */
export type ToRenderer =
  | RenderRequest
  /** Cancels a render that no visitor waits for any more. */
  | { kind: "abandon"; id: string }
  /** The response to a request of a page. */
  | { kind: "reply"; number: number; reply: PageReply };

/** From the thread. */
export type FromRenderer =
  | { kind: "ready" }
  | {
      kind: "rendered";
      id: string;
      status: number;
      headers: Record<string, string>;
      body: Uint8Array;
    }
  /** A page could not be rendered, and has no error page of its own. */
  | { kind: "failed"; id: string }
  /** A page sends a request to the API while it is rendered. */
  | { kind: "request"; number: number; id: string; target: string };
