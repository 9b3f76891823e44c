import { docsPageAt } from "@/lib/docs/pages.ts";
import { routing } from "@/lib/i18n/routing.ts";

const locales = routing.locales.join("|");

/** Pages of the documentation as Markdown, such as `/en/docs/head.md`. */
const markdown = new RegExp(`^/(?<locale>${locales})/docs(?<page>/[^.]*)?\\.md$`);

/** All below the documentation, and the rooms behind it: an address there is nobody's to ask for. */
const documentation = new RegExp(
  `^/(?<locale>${locales})/docs(?<room>-live|-markdown)?(?:/(?<slug>.*))?$`,
);

/**
 * Where Markdown of the documentation is written; undefined for what is no such file.
 * @param pathname As in `/en/docs/head.md`.
 */
export function markdownRoute(pathname: string): string | undefined {
  const { locale, page = "" } = markdown.exec(pathname)?.groups ?? {};
  return locale === undefined ? undefined : `/${locale}/docs-markdown${page}`;
}

/**
 * Where a page of the documentation is drawn for each request, since it was not drawn while
 * building, or was drawn for another configuration; undefined for other pages. One that does not
 * exist leads where nothing is: what a route of its own calls missing is drawn by scripts alone.
 * @param pathname As in `/en/docs/head`.
 */
export function drawnOnRequest(pathname: string): string | undefined {
  const { locale, room, slug = "" } = documentation.exec(pathname)?.groups ?? {};
  if (locale === undefined) return undefined;
  const page = room === undefined ? docsPageAt(slug) : undefined;
  if (page === undefined) return `/${locale}/docs-nowhere`;
  return page.slug === "" ? `/${locale}/docs-live` : `/${locale}/docs-live/${page.slug}`;
}
