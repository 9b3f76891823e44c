import { useFormatter, useTranslations } from "next-intl";
import { notFound } from "next/navigation";
import {
  Blocks,
  Forms,
  hasForms,
  Stored,
  type BlocksProps,
} from "@/app/_components/docs/blocks.tsx";
import { CopyAddresses, CopyPage, CurrentHeading } from "@/app/_components/docs/page-tools.tsx";
import { SearchLauncher } from "@/app/_components/docs/search/search-launcher.tsx";
import { Icon } from "@/app/_components/icon.tsx";
import { htmlOf } from "@/app/_components/html-of.ts";
import { OperatorNote } from "@/app/_components/operator.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { docsTexts } from "@/app/_server/docs-texts.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { docsDate, siteConfiguration } from "@/app/_server/site-configuration.ts";
import { docsPath, partsOf, type PageId } from "@/lib/docs/page.ts";
import { docsGroups, docsPageAt, docsPages } from "@/lib/docs/pages.ts";
import { localePath } from "@/lib/i18n/routing.ts";

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

/** The pages that most readers want, offered before a search. */
const popular = new Set<PageId>(["quickStart", "profile", "head", "errors", "recipes"]);

/** A page of the documentation: beside the list of pages its text, and its forms. */
function DocsView({ page, texts }: BlocksProps) {
  const copying = useTranslations("CopyButton");
  return (
    <div className="docs-layout" data-copied={copying("copied")} data-failed={copying("failed")}>
      <div className="docs-side">
        <SearchLauncher
          popular={docsPages
            .filter(({ id }) => popular.has(id))
            .map((entry) => ({ title: texts.text(entry.id, "title"), path: docsPath(entry) }))}
        />
        <Stored
          name="pages"
          html={{ html: htmlOf(<PageList page={page} texts={texts} />) }}
          className="contents"
        />
        <CurrentHeading />
      </div>
      <main id="content" className={hasForms(page) ? "docs-main has-forms" : "docs-main"}>
        <article className="docs-article">
          <PageTop page={page} texts={texts} />
          <Blocks page={page} texts={texts} />
          {page.id === "privacy" && <OperatorNote />}
          {page.blocks.some(({ kind }) => kind === "clients") && <CopyAddresses />}
        </article>
        <Forms page={page} texts={texts} />
        <PageFooter page={page} texts={texts} />
      </main>
    </div>
  );
}

const PAGE_LIST = "docs-pages";

/**
 * The list of all pages, in which the current one has its headings: beside the text on a wide screen, behind a
 * button on a narrow one.
 */
function PageList({ page, texts }: BlocksProps) {
  const t = useTranslations("Docs");
  return (
    <>
      <button type="button" popoverTarget={PAGE_LIST} className="docs-menu">
        <Icon shape="menu" size={16} className="shrink-0" />
        <span className="sr-only">{t("menu")}</span>
        <span>{texts.text(page.id, "title")}</span>
      </button>
      <nav id={PAGE_LIST} popover="auto" aria-label={t("menu")} className="docs-pages">
        {docsGroups.map(({ id, pages }) => (
          <details key={id} open={pages.some((entry) => entry.id === page.id)}>
            <summary>{t(`groups.${id}`)}</summary>
            <ul>
              {pages.map((entry) => (
                <li key={entry.id}>
                  <a
                    href={localePath(texts.locale, docsPath(entry))}
                    aria-current={entry.id === page.id ? "page" : undefined}
                  >
                    {texts.text(entry.id, "title")}
                  </a>
                  {entry.id === page.id && <TableOfContents page={page} texts={texts} />}
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
    </>
  );
}

/** The page's group, and actions for the whole page. */
function PageTop({ page, texts }: BlocksProps) {
  const t = useTranslations("Docs");
  const path = localePath(texts.locale, docsPath(page));
  const group = docsGroups.find(({ pages }) => pages.some(({ id }) => id === page.id));
  return (
    <div className="docs-top">
      <nav aria-label={t("breadcrumb")}>
        <ol>
          <li>
            <a href={localePath(texts.locale, "/docs")}>{t("title")}</a>
          </li>
          {group !== undefined && <li>{t(`groups.${group.id}`)}</li>}
        </ol>
      </nav>
      <CopyPage label={t("copyPage")} href={`${path}.md`} />
    </div>
  );
}

/** The headings of a page, those of its forms last; nothing when there are fewer than two. */
function TableOfContents({ page, texts }: BlocksProps) {
  const t = useTranslations("Docs");
  const { text, forms } = partsOf(page);
  const headings = [
    ...text.filter((block) => block.kind === "heading"),
    ...forms.map(({ heading }) => heading),
  ];
  if (headings.length < 2) return null;
  return (
    <nav aria-label={t("onThisPage")} className="docs-headings">
      <ul>
        {headings.map(({ id, level, text: title }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{texts.text(page.id, title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links at the end of a page. */
function PageFooter({ page, texts }: BlocksProps) {
  const t = useTranslations("Docs");
  const position = docsPages.findIndex(({ id }) => id === page.id);
  const neighbours = [
    ["previous", "prev", docsPages[position - 1]],
    ["next", "next", docsPages[position + 1]],
  ] as const;
  const source = siteConfiguration().SOURCE_URL;
  const date = docsDate(texts.locale, page.id);
  const format = useFormatter();
  return (
    <footer className="docs-end">
      <div className="docs-source">
        <a href={`${localePath(texts.locale, docsPath(page))}.md`}>{t("markdown")}</a>
        {source !== undefined && (
          <a href={`${source}/edit/main/messages/${texts.locale}.json`}>{t("edit")}</a>
        )}
        {date !== undefined && (
          <time dateTime={date} className="text-muted">
            {t("updated", { date: format.dateTime(new Date(date), { dateStyle: "medium" }) })}
          </time>
        )}
      </div>
      <nav aria-label={`${t("previous")}, ${t("next")}`} className="docs-neighbours">
        {neighbours.map(
          ([label, rel, neighbour]) =>
            neighbour && (
              <a key={rel} href={localePath(texts.locale, docsPath(neighbour))} rel={rel}>
                <span>{t(label)}</span>
                {texts.text(neighbour.id, "title")}
              </a>
            ),
        )}
      </nav>
    </footer>
  );
}
