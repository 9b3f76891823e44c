import { docsTexts, plainText } from "@/app/_server/docs-texts.ts";
import { llmsFull } from "@/site/docs/markdown.ts";
import { loadPages } from "@/site/docs/source.ts";
import { routing } from "@/site/i18n/routing.ts";

// The public URL is known at run time, not at build time.
export const dynamic = "force-dynamic";

/** The whole documentation as one text. */
export async function GET() {
  const locale = routing.defaultLocale;
  return plainText("text/plain", llmsFull(await loadPages(locale), await docsTexts(locale)));
}
