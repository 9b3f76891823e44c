import "server-only";
import {
  nameRulesOf,
  readConfiguration,
  type Configuration,
} from "@/lib/configuration/configuration.ts";
import type { NameRules } from "@/lib/contract/identifiers.ts";

let known: Configuration | undefined;

/** The configuration of this instance, read once. */
export function siteConfiguration(): Configuration {
  return (known ??= readConfiguration(process.env));
}

/** `PUBLIC_URL`: the site's own URL, without a trailing slash. Never taken from the `Host` header. */
export function publicUrl(): string {
  return siteConfiguration().PUBLIC_URL;
}

/** How this instance reads the names of players. */
export function nameRules(): NameRules {
  return nameRulesOf(siteConfiguration());
}

/** True if this instance looks players up in Bedrock Edition, too. */
export function offersBedrock(): boolean {
  return siteConfiguration().GEYSER_API_URL !== null;
}

type Dates = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** When a page of the documentation last changed: `2026-11-22`; undefined when git does not know. */
export function docsDate(locale: string, page: string): string | undefined {
  // Written by the build: `scripts/docs-dates.mjs`.
  const dates = JSON.parse(process.env.DOCS_DATES ?? "{}") as Dates;
  return dates[locale]?.[page];
}
