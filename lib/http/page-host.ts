/*
 * How pages that are rendered in a worker thread reach the service in the main thread: they must not
 * build a second one.
 */

/** Names the render that a request of the front server is for. Of visitors' headers, none reaches a render. */
export const RENDER_HEADER = "x-nametag-render";

/** A request of a page to the service's own API. */
export interface PageRequest {
  /** Path and query, as in `/api?username=Lantern_Lou`. */
  target: string;
  /** The value of `RENDER_HEADER`. */
  render: string;
}

export interface PageReply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface PageHost {
  /** Sends a request to the service. Never rejects while it runs. */
  request(request: PageRequest): Promise<PageReply>;
}

const holder = globalThis as typeof globalThis & { __nametagPageHost?: PageHost };

/** Called once by the worker thread. */
export function becomePageHost(host: PageHost): void {
  holder.__nametagPageHost = host;
}

/** Undefined where Next runs alone, in one thread with the service. */
export function pageHost(): PageHost | undefined {
  return holder.__nametagPageHost;
}
