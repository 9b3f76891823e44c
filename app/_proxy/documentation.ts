import { routing } from "@/lib/i18n/routing.ts";

/** Pages of the documentation as Markdown, such as `/en/docs/head.md`. */
const markdown = new RegExp(`^/(?<locale>${routing.locales.join("|")})/docs(?<page>/[^.]*)?\\.md$`);

const documentation = new RegExp(`^/(?<locale>${routing.locales.join("|")})/docs(?<page>/.*)?$`);

/**
 * Where a page of the documentation is drawn for each request, since it was not drawn while
 * building or was drawn for another configuration, and where its Markdown is written; undefined
 * for other pages.
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
