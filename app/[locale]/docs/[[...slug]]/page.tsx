import { getMessages } from "next-intl/server";
import { notFound } from "next/navigation";
import { DocsView } from "@/app/_components/docs/docs-view.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { docsTexts } from "@/app/_server/docs-texts.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { docsPath } from "@/lib/docs/page.ts";
import { docsPageAt } from "@/lib/docs/pages.ts";
import { docsMessages } from "@/lib/i18n/page-messages.ts";

type Props = PageProps<"/[locale]/docs/[[...slug]]">;

export default async function Page({ params }: Props) {
  const { locale, page, texts } = await pageOf(params);
  const path = docsPath(page);
  return (
    <PageMessages locale={locale} json={docsMessages(await getMessages())}>
      <PageMetadata
        path={path}
        // "Head" alone would say little in the results of a search engine.
        title={`${texts.text(page.id, "title")} · ${texts.labels.title}`}
        description={texts.text(page.id, "description").replaceAll("`", "")}
        type="article"
        markdown={`/${locale}${path}.md`}
      />
      <DocsView page={page} texts={texts} />
    </PageMessages>
  );
}

/** The page of the documentation at a URL, and its texts. */
async function pageOf(params: Props["params"]) {
  const locale = await localeOf(params);
  const { slug = [] } = await params;
  const page = docsPageAt(slug.join("/"));
  if (page === undefined) notFound();
  return { locale, page, texts: await docsTexts(locale) };
}
