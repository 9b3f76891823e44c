import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { fetchGlimpse } from "./fetch-glimpse.ts";
import type { GlimpseAnswer } from "./glimpse.ts";
import { PAUSE_MS, quietFor } from "./names.ts";

export interface GlimpseState {
  /** The last answer; while somebody types on, that of the text before. */
  answer: GlimpseAnswer | undefined;
  /** The answer is to the text as it is. */
  isCurrent: boolean;
  /** The service will be, or is being, asked. */
  isAwaited: boolean;
  retry: () => void;
}

/**
 * Asks for a player while somebody types: at every pause what the service knows, and at a longer one
 * the providers, too. A question nobody wants answered any more is cancelled.
 * @param isKnown The service has lately answered for this text.
 */
export function useGlimpse(text: string, isKnown: boolean): GlimpseState {
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

  const { data, isLoading, isValidating, mutate } = useSWR<GlimpseAnswer>(
    asked === null ? null : ["glimpse", asked],
    ([, username]: [string, string]) => {
      cancel.current = new AbortController();
      return fetchGlimpse({ username, quietMs: quietMs ?? 0, signal: cancel.current.signal });
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
function isFailure({ kind }: GlimpseAnswer): boolean {
  return kind === "silent" || kind === "unreachable" || kind === "unreadable";
}
