import { useTranslations } from "next-intl";
import { notFound } from "next/navigation";
import "@/app/_components/docs/docs.css";
import { CopyAddresses } from "@/app/_components/docs/copy-addresses.tsx";
import { Article } from "@/app/_components/docs/mdx/article.tsx";
import { PageFooter } from "@/app/_components/docs/page-footer.tsx";
import { PageList } from "@/app/_components/docs/page-list.tsx";
import { CurrentHeading } from "@/app/_components/docs/page-tools.tsx";
import { PageTop, type DocsPageProps } from "@/app/_components/docs/page-top.tsx";
import { DocsSearch } from "@/app/_components/docs/search/docs-search.tsx";
import { Forms } from "@/app/_components/docs/try-it/forms.tsx";
import { OperatorNote } from "@/app/_components/operator.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { docsPath, slugAt } from "@/site/docs/pages.ts";
import { loadPages } from "@/site/docs/source.ts";
import { withBase } from "@/site/docs/texts.ts";
import { localePath } from "@/site/i18n/routing.ts";

export default async function Page({ params }: PageProps<"/[locale]/docs/[[...slug]]">) {
  const locale = await localeOf(params);
  const slug = slugAt((await params).slug);
  const pages = await loadPages(locale);
  const page = pages.find((one) => one.slug === slug);
  if (page === undefined) notFound();
  return <DocsView locale={locale} page={page} pages={pages} />;
}

/** A page of the documentation: beside the list of pages its text, and its forms. */
function DocsView(props: DocsPageProps) {
  const { locale, page } = props;
  const t = useTranslations("Docs");
  const { slug, title, description, blocks } = page;
  const forms = blocks.filter((block) => block.kind === "TryIt");
  const markdown = `${localePath(locale, docsPath(slug))}.md`;
  return (
    <PageMessages of="docs">
      <PageMetadata
        path={docsPath(slug)}
        // "Head" alone would say little in the results of a search engine.
        title={`${title} · ${t("title")}`}
        description={withBase(description, { base: publicUrl() }).replaceAll("`", "")}
        type="article"
        markdown={markdown}
      />
      <div className="docs-layout site-width">
        <div className="docs-side">
          <DocsSearch />
          <PageList {...props} />
          <CurrentHeading />
        </div>
        <main id="content" className={forms.length > 0 ? "docs-main has-forms" : "docs-main"}>
          <article className="docs-article">
            <PageTop {...props} />
            <Article page={page} markdown={markdown} />
            {slug === "privacy" && <OperatorNote />}
            {slug === "moving" && <CopyAddresses />}
          </article>
          <Forms forms={forms} />
          <PageFooter {...props} />
        </main>
      </div>
    </PageMessages>
  );
}
