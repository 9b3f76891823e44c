import type { Messages } from "next-intl";
import type { Meanings } from "../contract/meanings.ts";
import type { PageId } from "./page.ts";

/** What the documentation says, in one language. */
export interface DocsTexts {
  /** A BCP 47 tag, such as `pt-BR`. */
  locale: string;
  /** The public address of the service, without a slash at its end. */
  base: string;
  /** A message of a page, as Markdown. */
  text(page: PageId, key: string): string;
  /** What the contract means. */
  meanings: Meanings;
  /** The changelog of the project without its title, as Markdown. It is in English. */
  changelog: string;
  /** The words around the texts: titles of groups and columns. Those with values are no text. */
  labels: Messages["Docs"];
  /** What each variable of the environment means. */
  configuration: Readonly<Record<string, string>>;
}

/** Code of the documentation as it is copied: with the address of this service. */
export function withBase(code: string, { base }: Pick<DocsTexts, "base">): string {
  return code.replaceAll("{base}", base);
}
