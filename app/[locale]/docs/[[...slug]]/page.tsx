import { useTranslations } from "next-intl";
import { notFound } from "next/navigation";
import "@/app/_components/docs/docs.css";
import { Article } from "@/app/_components/docs/mdx/article.tsx";
import { PageFooter } from "@/app/_components/docs/page-footer.tsx";
import { PageList } from "@/app/_components/docs/page-list.tsx";
import { CopyAddresses, CurrentHeading } from "@/app/_components/docs/page-tools.tsx";
import { PageTop, type DocsPageProps } from "@/app/_components/docs/page-top.tsx";
import { SearchLauncher } from "@/app/_components/docs/search/search-launcher.tsx";
import { Forms } from "@/app/_components/docs/try-it/forms.tsx";
import { OperatorNote } from "@/app/_components/operator.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { docsPath, slugAt, type Slug } from "@/lib/docs/pages.ts";
import { loadPages } from "@/lib/docs/source.ts";
import { localePath } from "@/lib/i18n/routing.ts";

export default async function Page({ params }: PageProps<"/[locale]/docs/[[...slug]]">) {
  const locale = await localeOf(params);
  const slug = slugAt((await params).slug);
  const pages = await loadPages(locale);
  const page = pages.find((one) => one.slug === slug);
  if (page === undefined) notFound();
  return <DocsView locale={locale} page={page} pages={pages} />;
}

/** The pages that most readers want, offered before a search. */
const popular = new Set<Slug>(["index", "profile", "head", "errors", "recipes"]);

/** The text, which ends at its own height, also where a form stands beside it. */
const MAIN =
  "grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto] content-start items-start gap-x-8 gap-y-10 print:block print:p-0";
/** Known before the forms have arrived, which would move the text. */
const WITH_FORMS =
  "md:grid-cols-[minmax(0,1fr)_18.75rem] lg:grid-cols-[minmax(0,1fr)_21.25rem] min-[75rem]:grid-cols-[minmax(0,1fr)_21.5rem] min-[75rem]:gap-x-12 min-[100rem]:grid-cols-[minmax(0,1fr)_25rem] min-[100rem]:gap-x-16";

/** A page of the documentation: beside the list of pages its text, and its forms. */
function DocsView(props: DocsPageProps) {
  const { locale, page, pages } = props;
  const t = useTranslations("Docs");
  const copying = useTranslations("CopyButton");
  const { slug, title, description, blocks } = page;
  const forms = blocks.filter((block) => block.kind === "TryIt");
  const markdown = `${localePath(locale, docsPath(slug))}.md`;
  return (
    <PageMessages of="docs">
      <PageMetadata
        path={docsPath(slug)}
        // "Head" alone would say little in the results of a search engine.
        title={`${title} · ${t("title")}`}
        description={description.replaceAll("`", "")}
        type="article"
        markdown={markdown}
      />
      <div
        data-copied={copying("copied")}
        data-failed={copying("failed")}
        className="site-width grid grow grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-4 pb-6 min-[75rem]:grid-cols-[13rem_minmax(0,1fr)] min-[75rem]:content-normal min-[75rem]:gap-x-12 min-[75rem]:pt-7 min-[100rem]:grid-cols-[14.5rem_minmax(0,1fr)] min-[100rem]:gap-x-16 print:block print:p-0"
      >
        {/* Stays in sight: beside the text, or as a bar above it. */}
        <div className="sticky top-0 z-10 -mx-4 flex gap-3 border-b border-line bg-paper px-4 py-2 sm:-mx-6 sm:px-6 min-[75rem]:top-4 min-[75rem]:m-0 min-[75rem]:max-h-[calc(100dvh-2rem)] min-[75rem]:flex-col min-[75rem]:self-start min-[75rem]:border-0 min-[75rem]:p-0 print:hidden">
          <SearchLauncher
            popular={pages
              .filter((one) => popular.has(one.slug))
              .map((one) => ({ title: one.title, path: docsPath(one.slug) }))}
          />
          <PageList {...props} />
          <CurrentHeading />
        </div>
        <main id="content" className={forms.length > 0 ? `${MAIN} ${WITH_FORMS}` : MAIN}>
          {/* What is wide or narrow in the text follows its column, not the window. */}
          <article className="@container/text min-w-0">
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
