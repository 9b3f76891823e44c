import { errorBody, type ErrorBody, type ErrorCode } from "../../../lib/contract/errors.ts";
import { secondsUntil } from "../player/request-refresh.ts";
import { profileBody, type ProfileBody } from "../../../lib/contract/profile.ts";

/** The error codes of the API, and two for requests without a usable response. */
export type FailureCode = ErrorCode | "NETWORK_ERROR" | "UNREADABLE_ANSWER";

/** Why there is no profile. The messages have a text for each code. */
export interface LookupFailure {
  found: false;
  code: FailureCode;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
  /** With RATE_LIMITED: whose refresh of this hour is used up. */
  limit?: ErrorBody["limit"];
  /** With NOT_FOUND: players who were seen with the name. */
  former?: ErrorBody["former"];
}

export type LookupResult = { found: true; profile: ProfileBody } | LookupFailure;

/** Reads the body of a response of `/api`, checked against the contract's schemas. */
export function readProfile(text: string, retryAfter: string | null): LookupResult {
  const body = parseJson(text);
  const profile = profileBody.safeParse(body);
  if (profile.success) return { found: true, profile: profile.data };
  const failure = errorBody.safeParse(body);
  return failure.success
    ? {
        found: false,
        code: failure.data.code,
        retryAfter: secondsUntil(retryAfter),
        former: failure.data.former,
      }
    : { found: false, code: "UNREADABLE_ANSWER", retryAfter: undefined };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
