import { isErrorCode } from "../../../lib/contract/error-codes.ts";
import type { LookupFailure } from "../../_server/profile.ts";

/** The service responds within its own deadline of 6 s; after this the request is cancelled. */
const TIMEOUT_MS = 15_000;

/**
 * Asks the service to refresh a player; null on success. The response is parsed by hand, since the
 * contract's schemas would be larger than the rest of the page.
 * @param url As in `/api?username=Lantern_Lou&update=true`.
 */
export async function requestRefresh(url: string): Promise<LookupFailure | null> {
  try {
    const response = await fetch(url, {
      cache: "no-cache",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = parse(await response.text());
    if (body?.success === true) return null;
    return isErrorCode(body?.code)
      ? {
          ...failure(body.code, secondsUntil(response.headers.get("Retry-After"))),
          ...((body.limit === "client" || body.limit === "player") && { limit: body.limit }),
        }
      : failure("UNREADABLE_ANSWER");
  } catch {
    return failure("NETWORK_ERROR");
  }
}

function failure(code: LookupFailure["code"], retryAfter?: number): LookupFailure {
  return { found: false, code, retryAfter };
}

function parse(text: string): { success?: unknown; code?: unknown; limit?: unknown } | null {
  try {
    return JSON.parse(text) as ReturnType<typeof parse>;
  } catch {
    return null;
  }
}

/** `Retry-After` in seconds; undefined for anything but a whole number. */
export function secondsUntil(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
