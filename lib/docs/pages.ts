import type { DocsPage } from "./page.ts";
import { activity, cape, errors, head, profile, skin } from "./pages/reference.ts";
import { caching, identifiers, rateLimits, recipes } from "./pages/guides.ts";
import { changelog, faq, quickStart } from "./pages/introduction.ts";
import { privacy, selfHosting } from "./pages/operating.ts";

/** The pages in reading order, by the groups of the sidebar. */
export const docsGroups = [
  { id: "start", pages: [quickStart] },
  { id: "reference", pages: [profile, head, skin, cape, activity, errors] },
  { id: "guides", pages: [identifiers, caching, rateLimits, recipes] },
  { id: "operating", pages: [selfHosting, privacy] },
  { id: "more", pages: [faq, changelog] },
] as const satisfies readonly { id: string; pages: readonly DocsPage[] }[];

export type DocsGroupId = (typeof docsGroups)[number]["id"];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => [...pages]);

/** The page at an address under `/docs`; undefined when there is none. */
export function docsPageAt(slug: string): DocsPage | undefined {
  return docsPages.find((page) => page.slug === slug);
}
