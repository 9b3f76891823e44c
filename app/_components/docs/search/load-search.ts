import type { Search } from "@/lib/docs/search/search.ts";

const searches = new Map<string, Promise<Search>>();

/**
 * The search in one language. Its program and its index come when somebody first searches; a
 * failure is forgotten, so that it can be tried again.
 */
export function loadSearch(locale: string): Promise<Search> {
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
