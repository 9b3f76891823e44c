import { useLocale } from "next-intl";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { FoundPage, Search } from "@/lib/docs/search/search.ts";
import { loadSearch } from "./load-search.ts";

export type SearchState =
  | { kind: "empty" }
  | { kind: "loading" }
  | { kind: "failed"; retry: () => void }
  | { kind: "found"; pages: FoundPage[] };

/** What is found for a text as it is typed. */
export function useSearch(text: string): SearchState {
  const locale = useLocale();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ request: string; find: Search | null }>();
  const request = `${locale} ${attempt}`;
  const search = loaded?.request === request ? loaded : undefined;
  const wanted = useDeferredValue(text.trim());

  useEffect(() => {
    let isCurrent = true;
    loadSearch(locale).then(
      (find) => isCurrent && setLoaded({ request, find }),
      () => isCurrent && setLoaded({ request, find: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [locale, request]);

  return useMemo(() => {
    if (wanted === "") return { kind: "empty" };
    if (search === undefined) return { kind: "loading" };
    if (search.find === null) return { kind: "failed", retry: () => setAttempt(attempt + 1) };
    return { kind: "found", pages: search.find(wanted) };
  }, [wanted, search, attempt]);
}
