import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { useLocale, useMessages, type Locale, type Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { Descriptions } from "@/lib/contract/descriptions.ts";
import type { DocsTexts } from "@/site/docs/texts.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";
import { publicUrl, siteConfiguration } from "./site-configuration.ts";

/** The texts for the generated parts of the documentation, in the language of the page. */
export function useDocsTexts(): DocsTexts {
  return textsOf(useLocale(), useMessages());
}

/** The same for a route handler. */
export async function docsTexts(locale: Locale): Promise<DocsTexts> {
  return textsOf(locale, await getMessages({ locale }));
}

function textsOf(locale: Locale, messages: Messages): DocsTexts {
  return {
    locale,
    base: publicUrl(),
    descriptions: messages.Contract satisfies Descriptions,
    configuration: messages.Configuration,
    labels: messages.Docs,
    source: siteConfiguration().SOURCE_URL,
    // Only one page needs it.
    get changelog() {
      return readChangelog();
    },
  };
}

function readChangelog(): string {
  const text = readFileSync(path.join(process.cwd(), "CHANGELOG.md"), "utf8");
  return text.replace(/^# .*\n/, "").trim();
}

/** For everything that only a release changes. */
export const CACHE_CONTROL = fixedCacheControl("release");

/** A text response for programs, readable from other origins. */
export function plainText(type: "text/markdown" | "text/plain", text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": CACHE_CONTROL,
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    },
  });
}
