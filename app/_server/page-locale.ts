import "server-only";
import { hasLocale, type Locale } from "next-intl";
import { notFound } from "next/navigation";
import { routing } from "@/site/i18n/routing.ts";

/**
 * The language in a route's parameters; the 404 page for anything else. Paths that the proxy does not
 * handle, such as /missing.png, arrive as a language.
 */
export async function localeOf(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  return locale;
}
