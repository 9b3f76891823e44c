import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { profileUrl } from "@/lib/contract/urls.ts";
import { readPreview, type PreviewAnswer } from "./preview.ts";
import { PAUSE_MS, quietFor } from "./names.ts";

interface PreviewState {
  /** The last answer; while somebody types on, that of the text before. */
  answer: PreviewAnswer | undefined;
  /** The answer is to the text as it is. */
  isCurrent: boolean;
  /** The service will be, or is being, asked. */
  isAwaited: boolean;
  retry: () => void;
}

/**
 * Looks a player up while somebody types: at every pause in the cache of the service, and at a longer
 * one at the providers, too. A request whose result is no longer needed is cancelled.
 * @param isKnown The service has recently answered for this text.
 */
export function usePreview(text: string, isKnown: boolean): PreviewState {
  const [asked, setAsked] = useState<string | null>(null);
  const cancel = useRef<AbortController | null>(null);
  const quietMs = quietFor(text, isKnown);
  const isAskable = quietMs !== null;

  useEffect(() => {
    if (!isAskable) return;
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      cancel.current?.abort();
      setAsked(null);
    };
  }, [text, isAskable]);

  const { data, isLoading, isValidating, mutate } = useSWR<PreviewAnswer>(
    asked === null ? null : ["preview", asked],
    ([, username]: [string, string]) => {
      cancel.current = new AbortController();
      return fetchPreview({ username, quietMs: quietMs ?? 0, signal: cancel.current.signal });
    },
    {
      keepPreviousData: true,
      // One asks here, and back online it asks at once.
      dedupingInterval: 0,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );

  const isOld = isLoading || (isValidating && data !== undefined && isFailure(data));
  const isCurrent = asked === text && data !== undefined && !isOld;
  return {
    answer: isAskable ? data : undefined,
    isCurrent: isAskable && isCurrent,
    isAwaited: isAskable && !isCurrent,
    retry: () => void mutate(),
  };
}

/** Not an answer about the player: a second question may end otherwise. */
function isFailure({ kind }: PreviewAnswer): boolean {
  return kind === "silent" || kind === "unreachable" || kind === "unreadable";
}

/** The service answers within its own deadline of 6 s; after this long it is given up. */
const TIMEOUT_MS = 15_000;
/** Nothing is stored: the service says the first, a cache before it may say the second. */
const NOT_STORED = [204, 504];
/** Found, or a negative answer; a full request may end otherwise for all else. */
const ANSWERS = [200, 404];

/**
 * Whether `only-if-cached` reaches the service: a proxy before it may drop the header, and then every
 * start of a name would be looked up at the providers. Unknown until it has been tried.
 */
let isHonoured: boolean | undefined;

interface PreviewRequest {
  username: string;
  /** How long to wait for more letters before providers may be asked, milliseconds. 0: at once. */
  quietMs: number;
  signal: AbortSignal;
}

/**
 * Asks the API for a player, first its cache alone. Failures are results, too.
 * @throws when `signal` is aborted.
 */
async function fetchPreview(request: PreviewRequest): Promise<PreviewAnswer> {
  const { quietMs, signal } = request;
  try {
    if (quietMs > 0) {
      const pause = elapsed(quietMs, signal);
      const known = isHonoured === false ? null : await askCache(request);
      if (known !== null) return await read(known);
      await pause;
    }
    return await read(await ask(request));
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "unreachable" };
  }
}

/** What the service has cached; null when that is nothing. */
async function askCache(request: PreviewRequest): Promise<Response | null> {
  const response = await ask(request, { "Cache-Control": "only-if-cached" });
  if (NOT_STORED.includes(response.status)) {
    isHonoured = true;
    return null;
  }
  if (!ANSWERS.includes(response.status)) return null;
  if (response.headers.get("X-Cache") !== "HIT") isHonoured ??= false;
  return response;
}

function ask({ username, signal }: PreviewRequest, headers: HeadersInit = {}): Promise<Response> {
  return fetch(profileUrl(username), {
    // The browser's own copy may be from before a refresh: it has to be confirmed, which is quick.
    cache: "no-cache",
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
}

async function read(response: Response): Promise<PreviewAnswer> {
  return readPreview(response.status, await response.text());
}

/** Resolves when the time is over, or as soon as `signal` is aborted. */
function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
