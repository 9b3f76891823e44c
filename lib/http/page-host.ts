import { AsyncLocalStorage } from "node:async_hooks";

/*
 * Pages that are rendered in a worker thread get the API's responses from the main thread, all before they are
 * rendered: the worker must not build a second service.
 */

export interface PageReply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Responses of the API by the path and query of their requests, as in `/api?username=Lantern_Lou`. */
export type PageReplies = ReadonlyMap<string, PageReply>;

// Next's bundles have a copy of this module each.
const holder = globalThis as { __nametagReplies?: AsyncLocalStorage<PageReplies> };

/** Renders a page with all responses that it needs; for the worker thread. */
export function renderWith(replies: PageReplies, render: () => Promise<void>): Promise<void> {
  holder.__nametagReplies ??= new AsyncLocalStorage();
  return holder.__nametagReplies.run(replies, render);
}

/** The responses for the page that is being rendered; undefined where Next runs alone, with the service. */
export function pageReplies(): PageReplies | undefined {
  return holder.__nametagReplies?.getStore();
}
