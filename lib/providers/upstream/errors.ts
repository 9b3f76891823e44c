import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import { NOT_PUBLIC } from "./public-addresses.ts";

/** When something went wrong. */
interface Moment {
  /** Our own time limit ended the call. */
  aborted: boolean;
  /** Status and headers were there already. */
  hasBegun: boolean;
  /** A timeout says nothing about the upstream. */
  isInconclusive: boolean;
}

/** Names what went wrong below HTTP, or while a response was read. */
export function failureOf(
  call: CallName,
  error: unknown,
  { aborted, hasBegun, isInconclusive }: Moment,
): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = codeOf(error);
  const fail = (kind: FailureKind, detail: string, options = {}) =>
    new UpstreamFailure(kind, call, detail, { cause: error, ...options });
  if (code === NOT_PUBLIC) {
    // One player's texture says nothing about those of others.
    const options = { isInconclusive: true };
    return fail("bad-response", "led to a host without a public address", options);
  }
  if (aborted || code === "UND_ERR_CONNECT_TIMEOUT") {
    return fail("timeout", "no response in time", { isInconclusive });
  }
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return fail("bad-response", "sent too many bytes");
  if (hasBegun) return fail("bad-response", `its response could not be read (${code})`);
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) {
    return fail("tls", `the certificate is refused (${code})`);
  }
  const kind = /HEADERS_OVERFLOW|HPE_/.test(code) ? "bad-response" : "unavailable";
  return fail(kind, `the connection failed (${code})`);
}

/** A body may name a longer pause than a header: periods of limits are known to be five minutes. */
const LONGEST_PAUSE_SECONDS = 600;

/**
 * The failure a status means when the provider's contract does not say otherwise. Of the pauses in a header
 * and in the body, the longer one holds.
 */
export function failureOfStatus(
  call: CallName,
  status: number,
  retryAfter?: string,
  pauseSeconds = 0,
) {
  const fail = (kind: FailureKind, detail: string, retryAfterSeconds?: number) =>
    new UpstreamFailure(kind, call, detail, { status, retryAfterSeconds });
  const inBody = Math.min(LONGEST_PAUSE_SECONDS, Math.ceil(pauseSeconds));
  const seconds = Math.max(parseRetryAfter(retryAfter) ?? 0, inBody) || undefined;
  if (status === 429) return fail("throttled", "limited the calls (429)", seconds);
  if (status === 401 || status === 403)
    return fail("refused", `refused the call (${status})`, seconds);
  if (status >= 500) return fail("error", `failed (${status})`, seconds);
  return fail("bad-response", `unexpected status ${status}`);
}

/** Longer times are cut: a nonsense value must not pause an upstream for hours. */
const LONGEST_RETRY_SECONDS = 120;

/** Reads `Retry-After`, seconds or a date, as 1 to 120 seconds. */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const isSeconds = /^[0-9]+$/.test(value);
  // Date.parse takes nearly anything; an HTTP date ends in GMT.
  if (!isSeconds && !value.endsWith(" GMT")) return undefined;
  const seconds = isSeconds ? Number(value) : (Date.parse(value) - now) / 1_000;
  return Number.isNaN(seconds)
    ? undefined
    : Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "unknown";
}
