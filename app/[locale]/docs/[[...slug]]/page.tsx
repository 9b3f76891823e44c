import { notFound } from "next/navigation";
import { DocsView } from "@/app/_components/docs/docs-view.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { docsTexts } from "@/app/_server/docs-texts.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { docsPath } from "@/lib/docs/page.ts";
import { docsPageAt } from "@/lib/docs/pages.ts";

export default async function Page({ params }: PageProps<"/[locale]/docs/[[...slug]]">) {
  const locale = await localeOf(params);
  const { slug = [] } = await params;
  const page = docsPageAt(slug.join("/"));
  if (page === undefined) notFound();
  const texts = await docsTexts(locale);
  const path = docsPath(page);
  return (
    <PageMessages of="docs">
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
