import type { LookupResult } from "./read-answer.ts";

/** The service answers within its own deadline of 6 s; after this long it is given up. */
const TIMEOUT_MS = 15_000;

/**
 * Asks the API for a profile. The schemas arrive as a chunk of their own, beside the answer, so
 * that the page does not wait for them.
 */
export async function fetchProfile(url: string): Promise<LookupResult> {
  try {
    const [{ text, retryAfter }, { readAnswer }] = await Promise.all([
      ask(url),
      import("./read-answer.ts"),
    ]);
    return readAnswer(text, retryAfter);
  } catch {
    return { found: false, code: "NETWORK_ERROR", retryAfter: undefined };
  }
}

async function ask(url: string) {
  // The browser's own copy may be from before a refresh: it has to be confirmed, which is quick.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { cache: "no-cache", signal });
  return { text: await response.text(), retryAfter: response.headers.get("Retry-After") };
}
