import { hasLocale } from "next-intl";
import { notFound } from "next/navigation";
import { docsTexts } from "@/app/_server/docs-texts.ts";
import { docsPages } from "@/lib/docs/pages.ts";
import { searchDocuments } from "@/lib/docs/search/documents.ts";
import { routing } from "@/lib/i18n/routing.ts";

export const dynamic = "force-static";
export const dynamicParams = false;

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

export function generateStaticParams() {
  return routing.locales.map((language) => ({ language }));
}

/** The documents of the search in one language, written at build time. */
export async function GET(_: Request, { params }: RouteContext<"/docs-search/[language]">) {
  const { language } = await params;
  if (!hasLocale(routing.locales, language)) notFound();
  const documents = searchDocuments(docsPages, await docsTexts(language));
  return Response.json(documents, { headers: { "cache-control": CACHE_CONTROL } });
}
