import { hasLocale } from "next-intl";
import { notFound } from "next/navigation";
import { docsTexts } from "@/app/_server/docs-texts.ts";
import { docsPages } from "@/lib/docs/pages.ts";
import { searchDocuments } from "@/lib/docs/search/documents.ts";
import { routing } from "@/lib/i18n/routing.ts";

// The public URL is known at run time, not at build time.
export const dynamic = "force-dynamic";

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

/** The documents of the search in one language. */
export async function GET(_: Request, { params }: RouteContext<"/docs-search/[language]">) {
  const { language } = await params;
  if (!hasLocale(routing.locales, language)) notFound();
  const documents = searchDocuments(docsPages, await docsTexts(language));
  return Response.json(documents, { headers: { "cache-control": CACHE_CONTROL } });
}
