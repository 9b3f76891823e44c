import { readFileSync } from "node:fs";
import path from "node:path";
import { docsPageAt } from "@/lib/docs/pages.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { readConfiguration } from "@/lib/configuration.ts";

const locales = routing.locales.join("|");

/** Pages of the documentation as Markdown, such as `/en/docs/head.md`. */
const markdown = new RegExp(`^/(?<locale>${locales})/docs(?<page>/[^.]*)?\\.md$`);

/** Every address of the documentation, and of its internal routes, which visitors cannot request. */
const documentation = new RegExp(
  `^/(?<locale>${locales})/docs(?<internal>-live|-markdown)?(?:/(?<slug>.*))?$`,
);

/**
 * The internal route of a Markdown file of the documentation; undefined for other addresses.
 * @param pathname As in `/en/docs/head.md`.
 */
export function markdownRoute(pathname: string): string | undefined {
  const { locale, page = "" } = markdown.exec(pathname)?.groups ?? {};
  return locale === undefined ? undefined : `/${locale}/docs-markdown${page}`;
}

/**
 * The internal route that renders a page of the documentation per request, for pages that the build
 * did not render or rendered for another configuration; undefined for other addresses. A page that
 * does not exist leads to an address without a route: a `notFound()` would be rendered by scripts only.
 * @param pathname As in `/en/docs/head`.
 */
export function renderedOnRequest(pathname: string): string | undefined {
  const { locale, internal, slug = "" } = documentation.exec(pathname)?.groups ?? {};
  if (locale === undefined) return undefined;
  const page = internal === undefined ? docsPageAt(slug) : undefined;
  if (page === undefined) return `/${locale}/docs-nowhere`;
  return page.slug === "" ? `/${locale}/docs-live` : `/${locale}/docs-live/${page.slug}`;
}

/** The list that the build wrote of its static pages; see `scripts/list-static-pages.mjs`. */
interface StaticPages {
  /** The part of the configuration that is rendered into them, as text. */
  renderedFor: string;
  /** The hashes of each page's inline scripts, by its path, as in `/en/docs`. */
  scripts: Record<string, readonly string[]>;
}

let known: Readonly<Record<string, readonly string[]>> | undefined;

/**
 * The hashes of the inline scripts of a static page; undefined when there is no such page, or when
 * it was rendered for another configuration: it would name another host in its examples.
 */
export function staticScripts(pathname: string): readonly string[] | undefined {
  known ??= usablePages();
  return Object.hasOwn(known, pathname) ? known[pathname] : undefined;
}

function usablePages(): StaticPages["scripts"] {
  try {
    const file = path.join(process.cwd(), ".next", "static-pages.json");
    const { renderedFor, scripts } = JSON.parse(readFileSync(file, "utf8")) as StaticPages;
    const { PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL } = readConfiguration(process.env);
    return renderedFor === JSON.stringify([PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL]) ? scripts : {};
  } catch {
    // Without the list every page is rendered per request: slower, and correct.
    return {};
  }
}
