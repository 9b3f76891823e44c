import type { Locale } from "next-intl";

/** The pages in reading order, by the groups of the sidebar: the files of `content/docs/<language>`. */
export const docsGroups = {
  start: ["index", "conventions"],
  reference: [
    "profile",
    "batch",
    "suggest",
    "head",
    "skin",
    "cape",
    "views",
    "history",
    "recent-and-social",
    "monitoring",
    "errors",
  ],
  guides: ["your-site", "identifiers", "caching", "rate-limits", "recipes", "moving"],
  operating: ["self-hosting", "privacy"],
  more: ["faq", "changelog"],
} as const;

export type DocsGroup = keyof typeof docsGroups;
/** The name of a page: its file without the ending, and its path under `/docs`. The first page is `index`. */
export type Slug = (typeof docsGroups)[DocsGroup][number];

export const slugs: readonly Slug[] = Object.values(docsGroups).flat();

/** The page at the segments of a URL below `/docs`; undefined when there is none. */
export function slugAt(segments: readonly string[] = []): Slug | undefined {
  const path = `/docs${segments.map((segment) => `/${segment}`).join("")}`;
  return slugs.find((slug) => docsPath(slug) === path);
}

/** The path of a page, without the language. */
export function docsPath(slug: Slug): string {
  return slug === "index" ? "/docs" : `/docs/${slug}`;
}

/** Resolves a link in a text: pages of the site are in the language of the text. */
export function localHref(href: string, locale: Locale): string {
  return isPage(href) ? `/${locale}${href === "/" ? "" : href}` : href;
}

/** True if a link leads to a page, as `/docs/head#gallery` does, and not to a file or elsewhere. */
export function isPage(href: string): boolean {
  return href === "/" || href === "/list" || isDocs(href);
}

/** True if a path without a language leads to a page of the documentation. */
export function isDocs(path: string): boolean {
  return /^\/docs(?![^/#])/.test(path);
}

/** The section of the page of errors that explains a code: `NOT_FOUND` is `not-found`. */
export function errorAnchor(code: string): string {
  return code.toLowerCase().replaceAll("_", "-");
}
