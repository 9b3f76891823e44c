import { isErrorCode } from "../../../lib/contract/error-codes.ts";
import { profileUrl } from "../../../lib/contract/urls.ts";
import { secondsUntil, type LookupFailure } from "./lookup-failure.ts";

/** Longer than any lookup, and a forced refresh can take two; then the request is cancelled. */
const TIMEOUT_MS = 15_000;

/** Has the service look a player up again, and returns why it did not. */
export async function requestRefresh(username: string): Promise<LookupFailure | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sent = fetch(profileUrl(username, { update: true }), { cache: "no-cache", signal });
  return sent.then(failureIn, () => ({ code: "NETWORK_ERROR" }));
}

/**
 * The failure in a response of `/api`; null for a profile. Bodies are not parsed by the contract's schemas, which would
 * be larger than the rest of the page.
 */
export async function failureIn(response: Response): Promise<LookupFailure | null> {
  try {
    const body = (await response.json()) as ({ success?: unknown } & Partial<LookupFailure>) | null;
    if (body?.success === true) return null;
    if (!isErrorCode(body?.code)) return { code: "UNREADABLE_RESPONSE" };
    const retryAfter = secondsUntil(response.headers.get("Retry-After"));
    return { code: body.code, limit: body.limit, retryAfter };
  } catch (error) {
    return { code: error instanceof SyntaxError ? "UNREADABLE_RESPONSE" : "NETWORK_ERROR" };
  }
}
