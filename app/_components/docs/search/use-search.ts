import { useLocale } from "next-intl";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { FoundPage, Search } from "@/lib/docs/search/search.ts";
import type { Piece } from "@/lib/docs/search/excerpt.ts";

export type SearchState =
  | { kind: "empty" }
  | { kind: "loading" }
  | { kind: "failed"; retry: () => void }
  | { kind: "found"; pages: FoundPage[] };

/** The results for a text while the visitor types. */
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

const searches = new Map<string, Promise<Search>>();

/**
 * The search in one language. Code and index are loaded on the first search; a failure is not
 * remembered, so that a retry works.
 */
function loadSearch(locale: string): Promise<Search> {
  const known = searches.get(locale);
  if (known !== undefined) return known;
  const search = load(locale);
  searches.set(locale, search);
  search.catch(() => searches.delete(locale));
  return search;
}

async function load(locale: string): Promise<Search> {
  const [{ createSearch }, response] = await Promise.all([
    import("@/lib/docs/search/search.ts"),
    fetch(`/docs-search/${locale}`),
  ]);
  if (!response.ok) throw new Error(`The index of the search answers ${response.status}.`);
  return createSearch(await response.json());
}

/** A page that is offered while the box is empty. */
export interface PopularPage {
  title: string;
  /** Without the language. */
  path: string;
}

export interface OptionOfSearch {
  path: string;
  title: Piece[];
  excerpt: Piece[];
}

interface OptionGroup {
  title: string;
  options: OptionOfSearch[];
}

/** The options of the list: the results by page, or the popular pages before a search. */
export function optionGroups(
  state: SearchState,
  popular: readonly PopularPage[],
  popularTitle: string,
): OptionGroup[] {
  if (state.kind === "empty") {
    const options = popular.map(({ title, path }) => ({ path, title: plain(title), excerpt: [] }));
    return [{ title: popularTitle, options }];
  }
  if (state.kind !== "found") return [];
  return state.pages.map(({ title, sections }) => ({
    title,
    options: sections.map(({ path, heading, excerpt }) => ({
      path,
      title: heading.length > 0 ? heading : plain(title),
      excerpt,
    })),
  }));
}

function plain(text: string): Piece[] {
  return [{ text, isMatch: false }];
}
