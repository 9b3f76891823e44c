import { routing } from "@/lib/i18n/routing.ts";

const documentation = new RegExp(`^/(?<locale>${routing.locales.join("|")})/docs(?<page>/.*)?$`);

/**
 * Where a page of the documentation is drawn for each request, when it was not drawn while
 * building, or for another configuration; undefined for other pages.
 * @param pathname As in `/en/docs/head`.
 */
export function drawnOnRequest(pathname: string): string | undefined {
  const { locale, page = "" } = documentation.exec(pathname)?.groups ?? {};
  return locale === undefined ? undefined : `/${locale}/docs-live${page}`;
}
