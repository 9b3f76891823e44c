import type { Messages } from "next-intl";
import type { Block } from "./block.ts";

/** The messages of all pages: `title`, `description` and what its blocks name. */
export type PageMessages = Messages["DocsPages"];
export type PageId = keyof PageMessages;

export interface DocsPage {
  /** The page's namespace in `DocsPages` of the messages. */
  id: PageId;
  /** Its address under `/docs`; empty for the first page. */
  slug: string;
  blocks: readonly Block[];
}

/** A page whose blocks name only messages that the page has. */
export function definePage<Id extends PageId>(
  id: Id,
  slug: string,
  blocks: readonly Block<keyof PageMessages[Id] & string>[],
): DocsPage {
  return { id, slug, blocks };
}

/** Where a page is, without the language. */
export function docsPath({ slug }: Pick<DocsPage, "slug">): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}
