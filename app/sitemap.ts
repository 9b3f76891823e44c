import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { alternatesOf } from "@/site/i18n/languages.ts";
import { docsPath, slugs } from "@/site/docs/pages.ts";
import { routing } from "@/site/i18n/routing.ts";
import { publicUrl } from "./_server/site-configuration.ts";

/** The static pages, without a language. Players' pages are found by links. */
const paths = ["", "/list", "/status", ...slugs.map(docsPath)];

/** Every page in every language, each with all its translations. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  // The URL is known at run time, not at build time.
  await connection();
  const base = publicUrl();
  return paths.flatMap((path) =>
    routing.locales.map((locale) => {
      const { canonical, languages } = alternatesOf(locale, path);
      const absolute = Object.entries(languages).map(([name, url]) => [name, base + url]);
      return { url: base + canonical, alternates: { languages: Object.fromEntries(absolute) } };
    }),
  );
}
