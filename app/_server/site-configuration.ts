import "server-only";
import { readConfiguration, type Configuration } from "@/lib/configuration.ts";

let known: Configuration | undefined;

function configuration(): Configuration {
  return (known ??= readConfiguration(process.env));
}

/** `PUBLIC_URL`: the site's own URL, without a trailing slash. Never taken from the `Host` header. */
export function publicUrl(): string {
  return configuration().PUBLIC_URL;
}

/** `SOCIAL_LINKS`: links to the operators of this instance. */
export function socialLinks(): Configuration["SOCIAL_LINKS"] {
  return configuration().SOCIAL_LINKS;
}

/** The image for link previews of pages without one of their own. */
export function siteImage(alt: string) {
  return { url: "/opengraph-image.png", width: 1200, height: 630, alt };
}

type Dates = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** When a page of the documentation last changed: `2026-11-22`; undefined when git does not know. */
export function docsDate(locale: string, page: string): string | undefined {
  // Written by the build: `scripts/docs-dates.mjs`.
  const dates = JSON.parse(process.env.DOCS_DATES ?? "{}") as Dates;
  return dates[locale]?.[page];
}

/** `SOURCE_URL`: the repository of this instance, if it is set. */
export function sourceUrl(): string | undefined {
  return configuration().SOURCE_URL;
}

/** `CONTACT_URL`, else `SOURCE_URL`: where to reach the people behind this instance. */
export function contact(): string | undefined {
  return configuration().CONTACT_URL ?? sourceUrl();
}
