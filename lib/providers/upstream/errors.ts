import { UpstreamFailure } from "../failure.ts";

interface Call {
  provider: string;
  operation: string;
}

/** When something went wrong. */
interface Moment {
  /** Our own time limit ended the call. */
  aborted: boolean;
  /** Status and headers were there already. */
  answering: boolean;
  /** A timeout says nothing about the upstream. */
  isInconclusive: boolean;
}

/** Names what went wrong below HTTP, or while an answer was read. */
export function failureOf(
  call: Call,
  error: unknown,
  { aborted, answering, isInconclusive }: Moment,
): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = codeOf(error);
  if (aborted || code === "UND_ERR_CONNECT_TIMEOUT") {
    return new UpstreamFailure("timeout", call, "no answer in time", {
      cause: error,
      isInconclusive,
    });
  }
  if (answering) {
    return new UpstreamFailure("bad-response", call, `its answer could not be read (${code})`, {
      cause: error,
    });
  }
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) {
    return new UpstreamFailure("tls", call, `the certificate is refused (${code})`, {
      cause: error,
    });
  }
  const kind = /HEADERS_OVERFLOW|HPE_/.test(code) ? "bad-response" : "unavailable";
  return new UpstreamFailure(kind, call, `the connection failed (${code})`, { cause: error });
}

/** The failure a status means when the provider's contract does not say otherwise. */
export function failureOfStatus(call: Call, status: number, retryAfter: string | undefined) {
  if (status === 429) {
    return new UpstreamFailure("throttled", call, "asked for fewer calls (429)", {
      retryAfterSeconds: parseRetryAfter(retryAfter),
      status,
    });
  }
  if (status === 401 || status === 403) {
    return new UpstreamFailure("refused", call, `refused the call (${status})`, {
      retryAfterSeconds: parseRetryAfter(retryAfter),
      status,
    });
  }
  if (status >= 500) {
    return new UpstreamFailure("error", call, `failed (${status})`, {
      retryAfterSeconds: parseRetryAfter(retryAfter),
      status,
    });
  }
  const detail = `answered with an unexpected status ${status}`;
  return new UpstreamFailure("bad-response", call, detail, { status });
}

/** What an upstream asks for beyond this is cut: a nonsense value must not turn it off for hours. */
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
