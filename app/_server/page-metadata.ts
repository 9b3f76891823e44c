import "server-only";
import type { Metadata } from "next";
import { hasLocale, type Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { alternatesOf, openGraphLocale } from "@/lib/i18n/languages.ts";
import { routing } from "@/lib/i18n/routing.ts";

/**
 * The language in a route's parameters; the 404 page for anything else. Paths that the proxy does not
 * handle, such as /missing.png, arrive as a language.
 */
export async function localeOf(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  return locale;
}

interface PageFacts {
  locale: Locale;
  /** Without the language, as in `/docs/head`; empty for the home page. */
  path: string;
  /** Without the name of the site; left out for the home page. */
  title?: string;
  description: string;
  /** The image for link previews; the site's by default. */
  image?: { url: string; width: number; height: number; alt: string };
  /** The type of the page in the Open Graph protocol. */
  about?: { type: "website" | "article" } | { type: "profile"; username: string };
}

/** A page's metadata for search engines and link previews. */
export async function pageMetadata(facts: PageFacts): Promise<Metadata> {
  const { locale, path, title, description, about = { type: "website" } } = facts;
  const t = await getTranslations({ locale, namespace: "Site" });
  const alternates = alternatesOf(locale, path);
  const whole = title === undefined ? t("title") : t("titleTemplate", { page: title });
  const siteImage = { url: "/opengraph-image.png", width: 1200, height: 630 };
  const images = [facts.image ?? { ...siteImage, alt: t("socialImage") }];
  return {
    ...(title !== undefined && { title }),
    description,
    alternates,
    manifest: `/${locale}/manifest.webmanifest`,
    openGraph: {
      ...about,
      siteName: t("name"),
      title: whole,
      description,
      url: alternates.canonical,
      locale: openGraphLocale(locale),
      alternateLocale: routing.locales.filter((other) => other !== locale).map(openGraphLocale),
      images,
    },
    twitter: { card: "summary_large_image", title: whole, description, images },
  };
}
