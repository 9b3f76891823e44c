import { profileUrl } from "@/lib/contract/urls.ts";
import { readGlimpse, type GlimpseAnswer } from "./glimpse.ts";

/** The service answers within its own deadline of 6 s; after this long nobody is there. */
const TIMEOUT_MS = 15_000;
/** Nothing is stored: the service says the first, a cache before it may say the second. */
const NOT_STORED = [204, 504];
/** Somebody is there, or nobody; all else may end otherwise when it is asked for in earnest. */
const ANSWERS = [200, 404];

/**
 * Whether the service hears that it is only to say what it knows: a proxy before it may drop the
 * header. Unknown until it has been tried; then every start of a name would be asked for upstream.
 */
let isHeard: boolean | undefined;

export interface GlimpseQuestion {
  username: string;
  /**
   * How long to wait until a provider may be asked, milliseconds; meanwhile the service only says
   * what it knows already. 0: at once.
   */
  quietMs: number;
  signal: AbortSignal;
}

/**
 * Asks the API for a player. Every outcome but one is an answer.
 * @throws when `signal` says that nobody wants to know any more.
 */
export async function fetchGlimpse(question: GlimpseQuestion): Promise<GlimpseAnswer> {
  const { quietMs, signal } = question;
  try {
    if (quietMs > 0) {
      const pause = elapsed(quietMs, signal);
      const known = isHeard === false ? null : await askQuietly(question);
      if (known !== null) return await read(known);
      await pause;
    }
    return await read(await ask(question));
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "unreachable" };
  }
}

/** What the service knows without asking anybody; null when it knows nothing. */
async function askQuietly(question: GlimpseQuestion): Promise<Response | null> {
  const response = await ask(question, { "Cache-Control": "only-if-cached" });
  if (NOT_STORED.includes(response.status)) {
    isHeard = true;
    return null;
  }
  if (!ANSWERS.includes(response.status)) return null;
  if (response.headers.get("X-Cache") !== "HIT") isHeard ??= false;
  return response;
}

function ask({ username, signal }: GlimpseQuestion, headers: HeadersInit = {}): Promise<Response> {
  return fetch(profileUrl(username), {
    // The browser's own copy may be from before a refresh: it has to be confirmed, which is quick.
    cache: "no-cache",
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
}

async function read(response: Response): Promise<GlimpseAnswer> {
  return readGlimpse(response.status, await response.text());
}

/** Resolves when the time is over, or at once when nobody waits any more. */
function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
