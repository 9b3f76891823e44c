/*
 * How pages that are rendered in a worker thread reach the service in the main thread. They must not
 * build a second one, and Next does not let a page set its status.
 */

/** A request of a page to the service's own API. */
export interface PageQuestion {
  /** Path and query, as in `/api?username=Lantern_Lou`. */
  target: string;
  /** The address of the visitor. */
  client: string;
}

export interface PageReply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface PageHost {
  /** Asks the service. Never rejects while it runs. */
  ask(question: PageQuestion): Promise<PageReply>;
  /** Sets the HTTP status of the page that is being rendered. */
  setStatus(status: number): void;
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
