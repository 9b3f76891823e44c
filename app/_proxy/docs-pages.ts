import { readFileSync } from "node:fs";
import path from "node:path";
import { docsPageAt } from "@/lib/docs/pages.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { readConfiguration } from "@/lib/configuration.ts";

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

/** What the build wrote about the pages it drew; see `scripts/list-static-pages.mjs`. */
interface StaticPages {
  /** The part of the configuration that is drawn into them, as text. */
  drawnFor: string;
  /** The hashes of each page's inline scripts, by its path, as in `/en/docs`. */
  scripts: Record<string, readonly string[]>;
}

let known: Readonly<Record<string, readonly string[]>> | undefined;

/**
 * The hashes of the inline scripts of a page that was drawn while building; undefined when there
 * is no such page, or when it was drawn for another configuration than this one: it would name
 * another host in its examples.
 */
export function staticScripts(pathname: string): readonly string[] | undefined {
  known ??= usablePages();
  return Object.hasOwn(known, pathname) ? known[pathname] : undefined;
}

function usablePages(): StaticPages["scripts"] {
  try {
    const file = path.join(process.cwd(), ".next", "static-pages.json");
    const { drawnFor, scripts } = JSON.parse(readFileSync(file, "utf8")) as StaticPages;
    const { PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL } = readConfiguration(process.env);
    return drawnFor === JSON.stringify([PUBLIC_URL, SOCIAL_LINKS, SOURCE_URL]) ? scripts : {};
  } catch {
    // Without the list every page is drawn when it is asked for, which is slower and right.
    return {};
  }
}
