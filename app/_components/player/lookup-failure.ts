import { isErrorCode } from "../../../lib/contract/error-codes.ts";
import type { ErrorBody, ErrorCode } from "../../../lib/contract/errors.ts";
import type { ProfileBody } from "../../../lib/contract/profile.ts";

/** Why there is no profile. The messages have a text for each code. */
export interface LookupFailure {
  /** A code of the API, or one of two for requests without a usable response. */
  code: ErrorCode | "NETWORK_ERROR" | "UNREADABLE_RESPONSE";
  /** Seconds until a retry makes sense. */
  retryAfter?: number | undefined;
  /** With RATE_LIMITED: whose refresh of this hour is used up. */
  limit?: ErrorBody["limit"];
  /** With NOT_FOUND: players who were seen with the name. */
  former?: ErrorBody["former"];
}

/** Longer than any lookup, and a forced refresh can take two; then the request is cancelled. */
const TIMEOUT_MS = 15_000;

/**
 * Refreshes a player, and returns the new profile or why there is none. The response is parsed by hand, since the
 * contract's schemas would be larger than the rest of the page.
 * @param url As in `/api?username=Lantern_Lou&update=true`.
 */
export async function requestRefresh(
  url: string,
): Promise<{ profile: ProfileBody } | LookupFailure> {
  try {
    const response = await fetch(url, {
      cache: "no-cache",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = (await response.json()) as ({ success?: unknown } & Partial<LookupFailure>) | null;
    if (body?.success === true) return { profile: body as unknown as ProfileBody };
    if (!isErrorCode(body?.code)) return { code: "UNREADABLE_RESPONSE" };
    const retryAfter = secondsUntil(response.headers.get("Retry-After"));
    return { code: body.code, limit: body.limit, retryAfter };
  } catch (error) {
    return { code: error instanceof SyntaxError ? "UNREADABLE_RESPONSE" : "NETWORK_ERROR" };
  }
}

/** `Retry-After` in seconds; undefined for anything but a whole number. */
export function secondsUntil(retryAfter: string | null = null): number | undefined {
  return retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A wait in its largest sensible unit, rounded up, so that a retry is never too early. */
export function coarseWait(seconds: number): { value: number; unit: "second" | "minute" | "hour" } {
  if (seconds <= 90) return { value: Math.max(1, Math.ceil(seconds)), unit: "second" };
  if (seconds <= 90 * MINUTE) return { value: Math.ceil(seconds / MINUTE), unit: "minute" };
  return { value: Math.ceil(seconds / HOUR), unit: "hour" };
}
