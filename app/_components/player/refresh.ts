import { isErrorCode } from "../../../lib/contract/error-codes.ts";
import type { HistoryBody, ProfileBody } from "../../../lib/contract/profile.ts";
import { secondsUntil, type LookupFailure } from "./lookup-failure.ts";

/*
 * How the browser reads the responses to a refresh. Bodies are not parsed by the contract's schemas, which would be
 * larger than the rest of the page.
 */

/** The profile in a response of `/api`, or why there is none. */
export async function readProfile(
  response: Response,
): Promise<{ profile: ProfileBody } | LookupFailure> {
  try {
    const body = (await response.json()) as ({ success?: unknown } & Partial<LookupFailure>) | null;
    if (body?.success === true) return { profile: body as unknown as ProfileBody };
    if (!isErrorCode(body?.code)) return { code: "UNREADABLE_RESPONSE" };
    const retryAfter = secondsUntil(response.headers.get("Retry-After"));
    return { code: body.code, limit: body.limit, retryAfter };
  } catch (error) {
    return { code: error instanceof SyntaxError ? "UNREADABLE_RESPONSE" : "NETWORK_ERROR" };
  }
}

/** Reads a player's history from a response of `/api/history`. */
export async function readHistory(response: Response): Promise<HistoryBody> {
  const body = (await response.json()) as HistoryBody | { success: false };
  if (!body.success) throw new Error(`There is no history at ${response.url}.`);
  return body;
}
