import { docsTexts, plainText } from "@/app/_server/docs-texts.ts";
import { llmsIndex } from "@/lib/docs/markdown.ts";
import { routing } from "@/lib/i18n/routing.ts";

// The public address is known when the service runs, not when it is built.
export const dynamic = "force-dynamic";

/** What language models are told first. */
export async function GET() {
  return plainText("text/plain", llmsIndex(await docsTexts(routing.defaultLocale)));
}
