/*
 * How pages reach the service they belong to when they are drawn beside it, in a thread of their
 * own: there they must not build the service a second time, and Next lets no page choose a status.
 */

/** A question of a page to the service's own API. */
export interface PageQuestion {
  /** Path and query, as in `/api?username=Lantern_Lou`. */
  target: string;
  /** The address of the visitor for whom the page asks. */
  client: string;
}

export interface PageReply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface PageHost {
  /** Asks the service. Never rejects while the service lives. */
  ask(question: PageQuestion): Promise<PageReply>;
  /** Sets the HTTP status of the page that is being drawn. */
  setStatus(status: number): void;
}

const holder = globalThis as typeof globalThis & { __nametagPageHost?: PageHost };

/** Called once by the thread that draws pages. */
export function becomePageHost(host: PageHost): void {
  holder.__nametagPageHost = host;
}

/** The host of this thread; undefined where Next runs alone and the service is at hand. */
export function pageHost(): PageHost | undefined {
  return holder.__nametagPageHost;
}
