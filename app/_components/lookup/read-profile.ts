import { errorBody, type ErrorCode } from "../../../lib/contract/errors.ts";
import { profileBody, type ProfileBody } from "../../../lib/contract/profile.ts";

/** The codes of the API, and the two ways in which there is no answer of the API at all. */
export type FailureCode = ErrorCode | "NETWORK_ERROR" | "UNREADABLE_ANSWER";

/** Why there is no profile. The words for it are in `messages/`, under its code. */
export interface LookupFailure {
  found: false;
  code: FailureCode;
  /** Seconds after which it is worth asking again. */
  retryAfter: number | undefined;
}

export type LookupResult = { found: true; profile: ProfileBody } | LookupFailure;

/** Reads the text of an answer of `/api`, believing nothing that the contract's schemas have not seen. */
export function readAnswer(text: string, retryAfter: string | null): LookupResult {
  const body = parseJson(text);
  const profile = profileBody.safeParse(body);
  if (profile.success) return { found: true, profile: profile.data };
  const failure = errorBody.safeParse(body);
  return failure.success
    ? { found: false, code: failure.data.code, retryAfter: secondsUntil(retryAfter) }
    : { found: false, code: "UNREADABLE_ANSWER", retryAfter: undefined };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` as seconds; anything but a whole number of them says nothing. */
function secondsUntil(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
