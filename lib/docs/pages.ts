import type { DocsPage } from "./page.ts";
import { activity } from "./pages/activity.ts";
import { caching } from "./pages/caching.ts";
import { cape } from "./pages/cape.ts";
import { errors } from "./pages/errors.ts";
import { head } from "./pages/head.ts";
import { identifiers } from "./pages/identifiers.ts";
import { profile } from "./pages/profile.ts";
import { quickStart } from "./pages/quick-start.ts";
import { rateLimits } from "./pages/rate-limits.ts";
import { skin } from "./pages/skin.ts";

/** The pages in reading order, by the groups of the sidebar. */
export const docsGroups = [
  { id: "start", pages: [quickStart] },
  { id: "reference", pages: [profile, head, skin, cape, activity, errors] },
  { id: "guides", pages: [identifiers, caching, rateLimits] },
] as const satisfies readonly { id: string; pages: readonly DocsPage[] }[];

export type DocsGroupId = (typeof docsGroups)[number]["id"];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => [...pages]);

/** The page at an address under `/docs`; undefined when there is none. */
export function docsPageAt(slug: string): DocsPage | undefined {
  return docsPages.find((page) => page.slug === slug);
}
