import "server-only";
import { readConfiguration, type Configuration } from "@/lib/configuration.ts";

let known: Configuration | undefined;

function configuration(): Configuration {
  return (known ??= readConfiguration(process.env));
}

/** `PUBLIC_URL`: where the site says it lives, without a slash at its end. Never the `Host` header. */
export function publicUrl(): string {
  return configuration().PUBLIC_URL;
}

/** `SOCIAL_LINKS`: links to the operators of this instance. */
export function socialLinks(): Configuration["SOCIAL_LINKS"] {
  return configuration().SOCIAL_LINKS;
}

/** The picture that is shown where a page is shared that has none of its own. */
export function siteImage(alt: string) {
  return { url: "/opengraph-image.png", width: 1200, height: 630, alt };
}

type Dates = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** When a page of the documentation was last changed, as `2026-11-22`; undefined when git did not know. */
export function docsDate(locale: string, page: string): string | undefined {
  // The build writes them here: `scripts/docs-dates.mjs`.
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
