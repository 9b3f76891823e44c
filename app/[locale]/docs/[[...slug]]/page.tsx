import { useFormatter, useTranslations, type Locale } from "next-intl";
import { notFound } from "next/navigation";
import "@/app/_components/docs/docs.css";
import { Prose } from "@/app/_components/docs/mdx/prose.tsx";
import { Samples } from "@/app/_components/docs/mdx/samples.tsx";
import { Tables } from "@/app/_components/docs/mdx/tables.tsx";
import { CopyAddresses, CopyPage, CurrentHeading } from "@/app/_components/docs/page-tools.tsx";
import { SearchLauncher } from "@/app/_components/docs/search/search-launcher.tsx";
import { Forms } from "@/app/_components/docs/try-it/forms.tsx";
import { Icon } from "@/app/_components/icon.tsx";
import { OperatorNote } from "@/app/_components/operator.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { docsDate, siteConfiguration } from "@/app/_server/site-configuration.ts";
import type { EndpointId, SchemaId } from "@/lib/docs/contract.ts";
import { docsGroups, docsPath, slugAt, type DocsGroup, type Slug } from "@/lib/docs/pages.ts";
import { loadPages, type DocsPage } from "@/lib/docs/source.ts";
import { localePath } from "@/lib/i18n/routing.ts";

interface ViewProps {
  locale: Locale;
  page: DocsPage;
  /** All pages in reading order, for the lists and links. */
  pages: readonly DocsPage[];
}

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

/** A page of the documentation: beside the list of pages its text, and its forms. */
function DocsView(props: ViewProps) {
  const { locale, page, pages } = props;
  const t = useTranslations("Docs");
  const copying = useTranslations("CopyButton");
  const { slug, Content, title, description, blocks } = page;
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
      <div className="docs-layout" data-copied={copying("copied")} data-failed={copying("failed")}>
        <div className="docs-side">
          <SearchLauncher
            popular={pages
              .filter((one) => popular.has(one.slug))
              .map((one) => ({ title: one.title, path: docsPath(one.slug) }))}
          />
          <PageList {...props} />
          <CurrentHeading />
        </div>
        <main id="content" className={forms.length > 0 ? "docs-main has-forms" : "docs-main"}>
          <article className="docs-article">
            <PageTop {...props} />
            <div className="docs-prose">
              <h1>{title}</h1>
              <p className="docs-lead">
                <Prose text={description} />
              </p>
              <Content components={componentsOf(page, markdown)} />
            </div>
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

/** The components that depend on their page; the others are in `mdx-components.tsx`. */
function componentsOf({ blocks }: DocsPage, markdown: string) {
  return {
    Fields: ({ schema }: { schema: SchemaId }) => (
      <Tables of={{ kind: "Fields", schema }} blocks={blocks} />
    ),
    Samples: ({ endpoint }: { endpoint: EndpointId }) => (
      <Samples endpoint={endpoint} markdown={markdown} />
    ),
  };
}

const groups = Object.entries(docsGroups) as [DocsGroup, readonly Slug[]][];

/**
 * The list of all pages, in which the current one has its headings: beside the text on a wide screen, behind a
 * button on a narrow one.
 */
function PageList({ locale, page, pages }: ViewProps) {
  const t = useTranslations("Docs");
  return (
    <>
      <button type="button" popoverTarget="docs-pages" className="docs-menu">
        <Icon shape="menu" size={16} />
        <span className="sr-only">{t("menu")}</span>
        <span>{page.title}</span>
      </button>
      <nav id="docs-pages" popover="auto" aria-label={t("menu")} className="docs-pages">
        {groups.map(([group, slugs]) => (
          <details key={group} open={slugs.includes(page.slug)}>
            <summary>{t(`groups.${group}`)}</summary>
            <ul>
              {pages
                .filter(({ slug }) => slugs.includes(slug))
                .map(({ slug, title }) => (
                  <li key={slug}>
                    <a
                      href={localePath(locale, docsPath(slug))}
                      aria-current={slug === page.slug ? "page" : undefined}
                    >
                      {title}
                    </a>
                    {slug === page.slug && <TableOfContents {...page} />}
                  </li>
                ))}
            </ul>
          </details>
        ))}
      </nav>
    </>
  );
}

/** The headings of a page, those of its forms last; nothing when there are fewer than two. */
function TableOfContents({ blocks }: DocsPage) {
  const t = useTranslations("Docs");
  const headings = blocks.filter((block) => block.kind === "heading");
  const forms = blocks.filter((block) => block.kind === "TryIt");
  const entries = [...headings, ...forms.map(({ id, title }) => ({ id, text: title, level: 2 }))];
  if (entries.length < 2) return null;
  return (
    <nav aria-label={t("onThisPage")} className="docs-headings">
      <ul>
        {entries.map(({ id, level, text }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The page's group, and actions for the whole page. */
function PageTop({ locale, page: { slug } }: ViewProps) {
  const t = useTranslations("Docs");
  const group = groups.find(([, slugs]) => slugs.includes(slug))?.[0];
  return (
    <div className="docs-top">
      <nav aria-label={t("breadcrumb")}>
        <ol>
          <li>
            <a href={localePath(locale, "/docs")}>{t("title")}</a>
          </li>
          {group !== undefined && <li>{t(`groups.${group}`)}</li>}
        </ol>
      </nav>
      <CopyPage label={t("copyPage")} href={`${localePath(locale, docsPath(slug))}.md`} />
    </div>
  );
}

/** Links at the end of a page. */
function PageFooter({ locale, page, pages }: ViewProps) {
  const t = useTranslations("Docs");
  const { slug } = page;
  const position = pages.indexOf(page);
  const neighbours = [
    ["previous", "prev", pages[position - 1]],
    ["next", "next", pages[position + 1]],
  ] as const;
  const source = siteConfiguration().SOURCE_URL;
  const date = docsDate(locale, slug);
  const format = useFormatter();
  return (
    <footer className="docs-end">
      <div className="docs-source">
        <a href={`${localePath(locale, docsPath(slug))}.md`}>{t("markdown")}</a>
        {source !== undefined && (
          <a href={`${source}/edit/main/content/docs/${locale}/${slug}.mdx`}>{t("edit")}</a>
        )}
        {date !== undefined && (
          <time dateTime={date}>
            {t("updated", { date: format.dateTime(new Date(date), { dateStyle: "medium" }) })}
          </time>
        )}
      </div>
      <nav aria-label={`${t("previous")}, ${t("next")}`} className="docs-neighbours">
        {neighbours.map(
          ([label, rel, neighbour]) =>
            neighbour !== undefined && (
              <a key={rel} href={localePath(locale, docsPath(neighbour.slug))} rel={rel}>
                <span>{t(label)}</span>
                {neighbour.title}
              </a>
            ),
        )}
      </nav>
    </footer>
  );
}
