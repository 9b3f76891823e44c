import type { DocsPage } from "./page.ts";
import { changelog } from "./pages/changelog.ts";
import { faq } from "./pages/faq.ts";
import { head } from "./pages/head.ts";
import { privacy } from "./pages/privacy.ts";
import { quickStart } from "./pages/quick-start.ts";
import { recipes } from "./pages/recipes.ts";
import { selfHosting } from "./pages/self-hosting.ts";

/** The pages in reading order, by the groups of the sidebar. */
export const docsGroups = [
  { id: "start", pages: [quickStart] },
  { id: "reference", pages: [head] },
  { id: "guides", pages: [recipes] },
  { id: "operating", pages: [selfHosting, privacy] },
  { id: "more", pages: [faq, changelog] },
] as const satisfies readonly { id: string; pages: readonly DocsPage[] }[];

export type DocsGroupId = (typeof docsGroups)[number]["id"];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => [...pages]);

/** The page at an address under `/docs`; undefined when there is none. */
export function docsPageAt(slug: string): DocsPage | undefined {
  return docsPages.find((page) => page.slug === slug);
}
