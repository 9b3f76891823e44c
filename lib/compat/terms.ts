/* The words in which the tables of other services are written. */

/** How a URL differs from the original, where the documentation does not call it the same. */
export const DIFFERENCES = [
  "drawing",
  "pose",
  "fields",
  "fewer",
  "format",
  "unprocessed",
  "added",
] as const;
export type Difference = (typeof DIFFERENCES)[number];
/** Why a URL of the original is not offered. */
export const REASONS = [
  "cameras",
  "models",
  "uploads",
  "blocked",
  "games",
  "private",
  "nothing",
] as const;
export type Reason = (typeof REASONS)[number];

/** A URL of another service, as its route reads it. */
export interface CompatUrl {
  segments: readonly string[];
  search: URLSearchParams;
  /** The text in place of `:id`; undefined in a route without it. */
  id: string | undefined;
  /** Reads a parameter of the query, which counts as one that means something then. */
  read(name: string): string | null;
  /** The number in the first of these parameters that has one. */
  numberIn(...names: readonly string[]): number | undefined;
  /** The text in place of `:any`. */
  any: string;
  /** The segments that follow the route or stand for `:size`. */
  options: readonly string[];
  /** The first number among these. */
  number: number | undefined;
}

/** The status and body of another service. Without a body, the response has none. */
export interface CompatReply {
  status: number;
  body?: unknown;
  /** The type of a body that is text or bytes; plain text unless it is given. */
  type?: string;
  /** The URL to which a redirect leads. */
  location?: string;
}

/** A redirect to another URL of the service. It is relative, so that it also works at the root of a host. */
export function moved(status: 301 | 302, { segments }: CompatUrl, path: string): CompatReply {
  return { status, location: "../".repeat(segments.length - 1) + path };
}
