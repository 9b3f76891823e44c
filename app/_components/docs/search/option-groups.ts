import type { Piece } from "@/lib/docs/search/excerpt.ts";
import type { SearchState } from "./use-search.ts";

/** A page that is offered before anything is typed. */
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

export interface OptionGroup {
  title: string;
  options: OptionOfSearch[];
}

/** What can be chosen: what was found, by page; before that, the popular pages. */
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
