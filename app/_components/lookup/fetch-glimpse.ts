import { profileUrl } from "@/lib/contract/urls.ts";
import { readGlimpse, type GlimpseAnswer } from "./glimpse.ts";

/** The service answers within its own deadline of 6 s; after this long nobody is there. */
const TIMEOUT_MS = 15_000;

/**
 * Asks the API for a player. Every outcome but one is an answer.
 * @throws when `signal` says that nobody wants to know any more.
 */
export async function fetchGlimpse(username: string, signal: AbortSignal): Promise<GlimpseAnswer> {
  try {
    const response = await fetch(profileUrl(username), {
      // The browser's own copy may be from before a refresh: it has to be confirmed, which is quick.
      cache: "no-cache",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return readGlimpse(response.status, await response.text());
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "unreachable" };
  }
}
