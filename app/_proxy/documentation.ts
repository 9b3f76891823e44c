import { routing } from "@/lib/i18n/routing.ts";

/** Pages of the documentation as Markdown, such as `/en/docs/head.md`. */
const markdown = new RegExp(`^/(?<locale>${routing.locales.join("|")})/docs(?<page>/[^.]*)?\\.md$`);

const documentation = new RegExp(`^/(?<locale>${routing.locales.join("|")})/docs(?<page>/.*)?$`);

/**
 * Where Markdown of the documentation is written, and where a page of the documentation is drawn for each request, when it was not drawn while
 * building, or for another configuration; undefined for other pages.
 * @param pathname As in `/en/docs/head`.
 */
export function drawnOnRequest(pathname: string): string | undefined {
  const asMarkdown = markdown.exec(pathname)?.groups;
  if (asMarkdown !== undefined) {
    return `/${asMarkdown["locale"]}/docs-markdown${asMarkdown["page"] ?? ""}`;
  }
  const { locale, page = "" } = documentation.exec(pathname)?.groups ?? {};
  return locale === undefined ? undefined : `/${locale}/docs-live${page}`;
}
