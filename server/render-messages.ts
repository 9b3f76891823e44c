import type { PageReply } from "../lib/http/page-host.ts";

/*
 * What the front's thread and the thread that renders pages send each other. A page is a few kilobytes
 * and a handful of fields: HTTP between the two would cost more than it explains.
 */

/** A page to render. */
export interface RenderRequest {
  kind: "render";
  id: string;
  /** Path and query, as Next routes them. */
  target: string;
  headers: Record<string, string>;
  /** The response of the API that the page is made from, by its target. */
  answer: { target: string; reply: PageReply } | undefined;
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
  /** Nobody waits for the page any longer. */
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
  /** A page sends a request to the API while it is rendered. */
  | { kind: "ask"; number: number; id: string; target: string };
