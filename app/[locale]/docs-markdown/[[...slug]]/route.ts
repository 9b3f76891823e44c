import { hasLocale } from "next-intl";
import { docsTexts, plainText } from "@/app/_server/docs-texts.ts";
import { pageMarkdown } from "@/site/docs/markdown.ts";
import { slugAt } from "@/site/docs/pages.ts";
import { loadPage } from "@/site/docs/source.ts";
import { routing } from "@/site/i18n/routing.ts";

type Context = RouteContext<"/[locale]/docs-markdown/[[...slug]]">;

/** A page of the documentation as Markdown; its public URL ends in `.md`. */
export async function GET(_: Request, { params }: Context) {
  const { locale, slug: segments } = await params;
  const slug = slugAt(segments);
  if (!hasLocale(routing.locales, locale) || slug === undefined) {
    return new Response("There is no such page.\n", {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8", "access-control-allow-origin": "*" },
    });
  }
  const page = await loadPage(locale, slug);
  return plainText("text/markdown", pageMarkdown(page, await docsTexts(locale)));
}
