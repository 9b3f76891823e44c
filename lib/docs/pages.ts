import type { DocsPage } from "./page.ts";
import { activity } from "./pages/activity.ts";
import { caching } from "./pages/caching.ts";
import { cape } from "./pages/cape.ts";
import { changelog } from "./pages/changelog.ts";
import { errors } from "./pages/errors.ts";
import { faq } from "./pages/faq.ts";
import { head } from "./pages/head.ts";
import { identifiers } from "./pages/identifiers.ts";
import { privacy } from "./pages/privacy.ts";
import { profile } from "./pages/profile.ts";
import { quickStart } from "./pages/quick-start.ts";
import { rateLimits } from "./pages/rate-limits.ts";
import { recipes } from "./pages/recipes.ts";
import { selfHosting } from "./pages/self-hosting.ts";
import { skin } from "./pages/skin.ts";

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
