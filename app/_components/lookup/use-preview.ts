import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { profileUrl } from "@/lib/contract/urls.ts";
import { readPreview, type PreviewResult } from "./preview.ts";
import { PAUSE_MS, quietFor } from "./names.ts";

interface PreviewState {
  /** The last result; while the visitor types, the one for the previous text. */
  result: PreviewResult | undefined;
  /** The result is for the current text. */
  isCurrent: boolean;
  /** A request is scheduled or on its way. */
  isAwaited: boolean;
  retry: () => void;
}

/**
 * Looks a player up while the visitor types: first in the cache of the service, and after a longer
 * pause at the providers. Requests for outdated texts are cancelled.
 * @param isKnown The service has a recent response for this text.
 */
export function usePreview(text: string, isKnown: boolean): PreviewState {
  const [requested, setRequested] = useState<string | null>(null);
  const cancel = useRef<AbortController | null>(null);
  const quietMs = quietFor(text, isKnown);
  const canRequest = quietMs !== null;

  useEffect(() => {
    if (!canRequest) return;
    const timer = setTimeout(() => setRequested(text), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      cancel.current?.abort();
      setRequested(null);
    };
  }, [text, canRequest]);

  const { data, isLoading, isValidating, mutate } = useSWR<PreviewResult>(
    requested === null ? null : ["preview", requested],
    ([, username]: [string, string]) => {
      cancel.current = new AbortController();
      return fetchPreview({ username, quietMs: quietMs ?? 0, signal: cancel.current.signal });
    },
    {
      keepPreviousData: true,
      // Only this hook uses the key, and back online it retries at once.
      dedupingInterval: 0,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );

  const isOld = isLoading || (isValidating && data !== undefined && isFailure(data));
  const isCurrent = requested === text && data !== undefined && !isOld;
  return {
    result: canRequest ? data : undefined,
    isCurrent: canRequest && isCurrent,
    isAwaited: canRequest && !isCurrent,
    retry: () => void mutate(),
  };
}

/** Whether the result says nothing about the player, so that a retry may help. */
function isFailure({ kind }: PreviewResult): boolean {
  return kind === "silent" || kind === "unreachable" || kind === "unreadable";
}

/** The service responds within its own deadline of 6 s; after this the request is cancelled. */
const TIMEOUT_MS = 15_000;
/** Not cached: 204 from the service, 504 from a cache in front of it. */
const NOT_CACHED = [204, 504];
/** Definite results; after any other status the full request may still succeed. */
const FINAL = [200, 404];

/**
 * Whether `only-if-cached` reaches the service: a proxy may drop the header, and then every prefix of
 * a name would be looked up at the providers. Undefined until the first response.
 */
let isHonoured: boolean | undefined;

interface PreviewRequest {
  username: string;
  /** How long to wait for more letters before providers may be called, milliseconds. 0: no wait. */
  quietMs: number;
  signal: AbortSignal;
}

/**
 * Requests a player from the API, first from its cache only. Failures are results, too.
 * @throws when `signal` is aborted.
 */
async function fetchPreview(request: PreviewRequest): Promise<PreviewResult> {
  const { quietMs, signal } = request;
  try {
    if (quietMs > 0) {
      const pause = elapsed(quietMs, signal);
      const known = isHonoured === false ? null : await requestCached(request);
      if (known !== null) return await read(known);
      await pause;
    }
    return await read(await send(request));
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "unreachable" };
  }
}

/** The cached response of the service; null when there is none. */
async function requestCached(request: PreviewRequest): Promise<Response | null> {
  const response = await send(request, { "Cache-Control": "only-if-cached" });
  if (NOT_CACHED.includes(response.status)) {
    isHonoured = true;
    return null;
  }
  if (!FINAL.includes(response.status)) return null;
  if (response.headers.get("X-Cache") !== "HIT") isHonoured ??= false;
  return response;
}

function send({ username, signal }: PreviewRequest, headers: HeadersInit = {}): Promise<Response> {
  return fetch(profileUrl(username), {
    // The browser's copy may be older than a refresh: revalidate it.
    cache: "no-cache",
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
}

async function read(response: Response): Promise<PreviewResult> {
  return readPreview(response.status, await response.text());
}

/** Resolves after this time, or as soon as `signal` is aborted. */
function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
