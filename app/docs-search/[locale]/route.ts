import { CACHE_CONTROL, docsTexts } from "@/app/_server/docs-texts.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { searchDocuments } from "@/site/docs/search/documents.ts";
import { loadPages } from "@/site/docs/source.ts";

// The public URL is known at run time, not at build time.
export const dynamic = "force-dynamic";

/** The documents of the search in one language. */
export async function GET(_: Request, { params }: RouteContext<"/docs-search/[locale]">) {
  const locale = await localeOf(params);
  const documents = searchDocuments(await loadPages(locale), await docsTexts(locale));
  return Response.json(documents, { headers: { "cache-control": CACHE_CONTROL } });
}
