import { isErrorCode } from "../../../lib/contract/error-codes.ts";
import type { LookupFailure } from "../../_server/profile.ts";

/** Longer than any lookup, and a forced refresh can take two; then the request is cancelled. */
const TIMEOUT_MS = 15_000;

/**
 * Requests a refresh of a player; null on success. The response is parsed by hand, since the
 * contract's schemas would be larger than the rest of the page.
 * @param url As in `/api?username=Lantern_Lou&update=true`.
 */
export async function requestRefresh(url: string): Promise<LookupFailure | null> {
  try {
    const response = await fetch(url, {
      cache: "no-cache",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = (await response.json()) as ({ success?: unknown } & Partial<LookupFailure>) | null;
    if (body?.success === true) return null;
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
