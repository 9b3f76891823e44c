import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locale } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { Descriptions } from "@/lib/contract/descriptions.ts";
import type { DocsTexts } from "@/lib/docs/page.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";
import { publicUrl } from "./site-configuration.ts";

/** The texts of the documentation in one language. */
export async function docsTexts(locale: Locale): Promise<DocsTexts> {
  const translate = await getTranslations({ locale, namespace: "DocsPages" });
  const label = await getTranslations({ locale, namespace: "Docs" });
  const copying = await getTranslations({ locale, namespace: "CopyButton" });
  const messages = await getMessages({ locale });
  // `definePage` has checked the keys.
  const text = translate as unknown as (key: string, values: { base: string }) => string;
  return {
    locale,
    base: publicUrl(),
    text: (page, key) => text(`${page}.${key}`, { base: publicUrl() }),
    descriptions: messages.Contract satisfies Descriptions,
    // Only one page needs it.
    get changelog() {
      return readChangelog();
    },
    labels: messages.Docs,
    copyLabel: (what) => copying("copyNamed", { label: what }),
    label: label as unknown as DocsTexts["label"],
    configuration: messages.Configuration,
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
