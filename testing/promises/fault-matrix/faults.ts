import type { Fault } from "../../../sandbox/faults/fault.ts";

/** A fault of a dependency: one row of the matrix. */
export interface MatrixFault {
  name: string;
  /** The sandbox's fault; `server` replaces the whole provider. */
  does: Fault | { server: "refused" | "untrusted" };
  /** Takes longer than a request waits before it is served from a stale entry. */
  slow?: true;
  /** Likely to pass, so the call is retried once, at once. */
  retried?: true;
  /** The provider is down, or limits requests; any other is what it says about one player. */
  concernsAll?: true;
}

/** 404 by a server in front of a provider, which says nothing about a player. */
export const HTML_404: Fault = {
  kind: "status",
  status: 404,
  body: "<html>404</html>",
  contentType: "text/html",
};

/** Too slow for any response to complete in time. */
const DRIP = { kind: "drip", bytesPerSecond: 0.25 } as const;

/**
 * A 429 comes after a round trip, within which what was requested at the same moment has got its token and
 * has left. On the loopback address it could be back before.
 */
const ROUND_TRIP = { afterMs: 10 } as const;

const TABLE = [
  { name: "connection refused", does: { server: "refused" }, retried: true, concernsAll: true },
  { name: "untrusted certificate", does: { server: "untrusted" }, concernsAll: true },
  { name: "dropped connection", does: { kind: "drop" }, retried: true, concernsAll: true },
  { name: "no response", does: { kind: "hang" }, slow: true, concernsAll: true },
  { name: "slow headers", does: { ...DRIP, from: "headers" }, slow: true, concernsAll: true },
  { name: "slow body", does: DRIP, slow: true, concernsAll: true },
  {
    name: "429 with Retry-After",
    does: { kind: "throttle", retryAfter: 17, ...ROUND_TRIP },
    concernsAll: true,
  },
  { name: "429 without Retry-After", does: { kind: "throttle", ...ROUND_TRIP }, concernsAll: true },
  { name: "403 in HTML", does: { kind: "forbidden-html" } },
  { name: "500", does: { kind: "status", status: 500 }, concernsAll: true },
  { name: "503", does: { kind: "status", status: 503 }, retried: true, concernsAll: true },
  { name: "204", does: { kind: "status", status: 204 } },
  { name: "404 in HTML", does: HTML_404 },
  { name: "negative response", does: { kind: "not-found" } },
  { name: "200 with {}", does: { kind: "empty-object" } },
  { name: "200 with an error object", does: { kind: "error-envelope" } },
  { name: "200 with HTML", does: { kind: "wrong-type" } },
  { name: "invalid JSON", does: { kind: "not-json" } },
  { name: "truncated body", does: { kind: "truncate" }, concernsAll: true },
  { name: "truncated chunked body", does: { kind: "truncate", chunked: true }, concernsAll: true },
  { name: "reset within the body", does: { kind: "reset-mid-body" }, concernsAll: true },
  { name: "endless body", does: { kind: "huge" } },
  { name: "gzip bomb", does: { kind: "gzip-bomb", bytes: 2 * 1024 * 1024 } },
  { name: "redirect", does: { kind: "redirect", location: "http://127.0.0.1:1/" } },
  { name: "response about another player", does: { kind: "wrong-identity" } },
  { name: "textures: invalid base64", does: { kind: "bad-textures", variant: "base64" } },
  { name: "textures: invalid JSON", does: { kind: "bad-textures", variant: "json" } },
  { name: "textures: wrong shape", does: { kind: "bad-textures", variant: "shape" } },
  { name: "textures: another host", does: { kind: "bad-textures", variant: "foreign-host" } },
] as const satisfies readonly MatrixFault[];

/** The rows of the matrix. */
export const FAULTS: readonly (MatrixFault & { name: FaultName })[] = TABLE;

export type FaultName = (typeof TABLE)[number]["name"];

/** Faults that only a profile with textures can have. */
export const TEXTURE_FAULTS = FAULTS.map(({ name }) => name).filter((name) =>
  name.startsWith("textures: "),
);
