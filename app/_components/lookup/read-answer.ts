import { errorBody } from "../../../lib/contract/errors.ts";
import { profileBody, type ProfileBody } from "../../../lib/contract/profile.ts";
import { LookupError } from "./lookup-error.ts";

/**
 * Reads the text of an answer of `/api`, believing nothing that the contract's schemas have not seen.
 * @throws LookupError with the answer's own code, or UNREADABLE_ANSWER.
 */
export function readAnswer(text: string, retryAfter: string | null): ProfileBody {
  const body = parseJson(text);
  const profile = profileBody.safeParse(body);
  if (profile.success) return profile.data;
  const failure = errorBody.safeParse(body);
  if (failure.success) {
    throw new LookupError(failure.data.code, failure.data.error, {
      retryAfter: secondsUntil(retryAfter),
    });
  }
  throw new LookupError("UNREADABLE_ANSWER", "The answer is not what the contract says.", {
    cause: profile.error,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LookupError("UNREADABLE_ANSWER", "The answer is not JSON.", { cause });
  }
}

/** `Retry-After` as seconds; anything but a whole number of them says nothing. */
function secondsUntil(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
