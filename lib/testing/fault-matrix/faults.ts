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
}

/** Too slow for any response to complete in time. */
const DRIP = { kind: "drip", bytesPerSecond: 0.25 } as const;

const TABLE = [
  { name: "connection refused", does: { server: "refused" }, retried: true },
  { name: "certificate not to be trusted", does: { server: "untrusted" } },
  { name: "connection closed at once", does: { kind: "drop" }, retried: true },
  { name: "no answer", does: { kind: "hang" }, slow: true },
  { name: "headers that drip", does: { ...DRIP, from: "headers" }, slow: true },
  { name: "a body that drips", does: DRIP, slow: true },
  { name: "429 with Retry-After", does: { kind: "throttle", retryAfter: 17 } },
  { name: "429 without", does: { kind: "throttle" } },
  { name: "403 in HTML", does: { kind: "forbidden-html" } },
  { name: "500", does: { kind: "status", status: 500 } },
  { name: "503", does: { kind: "status", status: 503 }, retried: true },
  { name: "204", does: { kind: "status", status: 204 } },
  { name: "404 in HTML", does: htmlMiss() },
  { name: "says that there is none", does: { kind: "not-found" } },
  { name: "200 around {}", does: { kind: "empty-object" } },
  { name: "200 around an error", does: { kind: "error-envelope" } },
  { name: "200 and a web page", does: { kind: "wrong-type" } },
  { name: "the right type, no content", does: { kind: "not-json" } },
  { name: "half a body", does: { kind: "truncate" } },
  { name: "half a body in chunks", does: { kind: "truncate", chunked: true } },
  { name: "a reset in the middle", does: { kind: "reset-mid-body" } },
  { name: "a body without end", does: { kind: "huge" } },
  { name: "a gzip bomb", does: { kind: "gzip-bomb", bytes: 4 * 1024 * 1024 } },
  { name: "a redirect", does: { kind: "redirect", location: "http://127.0.0.1:1/" } },
  { name: "an answer about somebody else", does: { kind: "wrong-identity" } },
  { name: "textures not in base64", does: { kind: "bad-textures", variant: "base64" } },
  { name: "textures not in JSON", does: { kind: "bad-textures", variant: "json" } },
  { name: "textures of a wrong shape", does: { kind: "bad-textures", variant: "shape" } },
  { name: "textures on a foreign host", does: { kind: "bad-textures", variant: "foreign-host" } },
] as const satisfies readonly MatrixFault[];

/** The rows of the matrix. */
export const FAULTS: readonly (MatrixFault & { name: FaultName })[] = TABLE;

export type FaultName = (typeof TABLE)[number]["name"];

/** Faults that only a profile with textures can have. */
export const TEXTURE_FAULTS = FAULTS.map(({ name }) => name).filter((name) =>
  name.startsWith("textures "),
);

function htmlMiss(): Fault {
  return { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" };
}
