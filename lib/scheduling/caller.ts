/** Most urgent first. */
export const PRIORITIES = [
  /** A client waits for the response. */
  "foreground",
  /** A client forced a refresh of something known. */
  "refresh",
  /** A client waits for a batch of players. */
  "batch",
  /** No client waits. */
  "background",
] as const;

/** How urgent a call to an upstream is. */
export type Priority = (typeof PRIORITIES)[number];

/** For whom something is done, and how urgent it is. */
export interface Caller {
  priority: Priority;
  /** Identifies a client, so that one cannot take everything; never an address. */
  client?: string;
  /** Identifies the network of the client. To others, all clients in it are one. The client itself by default. */
  network?: string;
  /** Gives a signal that is aborted when the client leaves. Work that others may wait for as well goes on. */
  whenClientLeaves?: (() => AbortSignal | undefined) | undefined;
}

/** Identifies the client that is counted: a caller without a client is one of its own. */
export const clientOf = (caller: Caller): unknown => caller.client ?? caller;
