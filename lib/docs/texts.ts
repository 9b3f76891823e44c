import type { variables } from "../configuration.ts";
import type { Meanings } from "../contract/meanings.ts";
import type { PageId } from "./page.ts";

/** The texts that pages are made of, in one language. */
export interface DocsTexts {
  /** A message of a page, as Markdown. */
  text(page: PageId, key: string): string;
  /** What everything in the contract means. */
  meanings: Meanings;
  /** What each variable of the configuration is for. */
  variables: Readonly<Record<keyof typeof variables, string>>;
}
