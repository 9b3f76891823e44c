import type { ProfileBody } from "../../../lib/contract/profile.ts";
import { LookupError } from "./lookup-error.ts";

/** The service answers within its own deadline of 6 s; after this long nobody is there. */
const TIMEOUT_MS = 15_000;

/**
 * Asks the API for a profile. The schemas arrive as a chunk of their own, beside the answer, so
 * that the page does not wait for them.
 * @throws LookupError
 */
export async function fetchProfile(url: string): Promise<ProfileBody> {
  const [answer, { readAnswer }] = await Promise.all([ask(url), import("./read-answer.ts")]).catch(
    (cause: unknown) => {
      throw new LookupError("NETWORK_ERROR", "The service could not be reached.", { cause });
    },
  );
  return readAnswer(answer.text, answer.retryAfter);
}

async function ask(url: string) {
  // The browser's own copy may be from before a refresh: it has to be confirmed, which is quick.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { cache: "no-cache", signal });
  return { text: await response.text(), retryAfter: response.headers.get("Retry-After") };
}
