import { docsTexts, plainText } from "@/app/_server/docs-texts.ts";
import { llmsIndex } from "@/site/docs/markdown.ts";
import { loadPages } from "@/site/docs/source.ts";
import { routing } from "@/site/i18n/routing.ts";

// The public URL is known at run time, not at build time.
export const dynamic = "force-dynamic";

/** The index for language models. */
export async function GET() {
  const locale = routing.defaultLocale;
  return plainText("text/plain", llmsIndex(await loadPages(locale), await docsTexts(locale)));
}
