import { useLocale } from "next-intl";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { FoundPage, Search } from "@/lib/docs/search/search.ts";

export type SearchState =
  | { kind: "empty" }
  | { kind: "loading" }
  | { kind: "failed"; retry: () => void }
  | { kind: "found"; pages: FoundPage[] };

/** The results for a text while the visitor types. */
export function useSearch(text: string): SearchState {
  const locale = useLocale();
  const [search, setSearch] = useState<{ find: Search } | "failed">();
  const query = useDeferredValue(text.trim());

  const load = useCallback(() => {
    loadSearch(locale).then(
      (find) => setSearch({ find }),
      () => setSearch("failed"),
    );
  }, [locale]);
  useEffect(load, [load]);

  return useMemo(() => {
    if (query === "") return { kind: "empty" };
    if (search === undefined) return { kind: "loading" };
    if (search !== "failed") return { kind: "found", pages: search.find(query) };
    const retry = () => {
      setSearch(undefined);
      load();
    };
    return { kind: "failed", retry };
  }, [query, search, load]);
}

let loading: Promise<Search> | undefined;

/**
 * The search in the language of the page. Code and index are loaded on the first search; a failure is
 * not cached, so that a retry works.
 */
function loadSearch(locale: string): Promise<Search> {
  loading ??= fetchSearch(locale);
  loading.catch(() => (loading = undefined));
  return loading;
}

async function fetchSearch(locale: string): Promise<Search> {
  const [{ createSearch }, response] = await Promise.all([
    import("@/lib/docs/search/search.ts"),
    fetch(`/docs-search/${locale}`),
  ]);
  if (!response.ok) throw new Error(`/docs-search/${locale} returned ${response.status}.`);
  return createSearch(await response.json());
}
