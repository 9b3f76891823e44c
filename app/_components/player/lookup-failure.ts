import type { ErrorBody, ErrorCode } from "../../../lib/contract/errors.ts";

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
  /** With BAD_GATEWAY: `unsearchable`, so that a retry does not help. */
  reason?: ErrorBody["reason"];
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
