import type { LookupResult } from "./read-profile.ts";

/** The service responds within its own deadline of 6 s; after this the request is cancelled. */
const TIMEOUT_MS = 15_000;

/**
 * Requests a profile from the API. The schemas are a chunk of their own that loads beside the
 * response, so that the page does not wait for them.
 */
export async function fetchProfile(url: string): Promise<LookupResult> {
  try {
    const [{ text, retryAfter }, { readProfile }] = await Promise.all([
      send(url),
      import("./read-profile.ts"),
    ]);
    return readProfile(text, retryAfter);
  } catch {
    return { found: false, code: "NETWORK_ERROR", retryAfter: undefined };
  }
}

async function send(url: string) {
  // The browser's copy may be older than a refresh: revalidate it.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { cache: "no-cache", signal });
  return { text: await response.text(), retryAfter: response.headers.get("Retry-After") };
}
