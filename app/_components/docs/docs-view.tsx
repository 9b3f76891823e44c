import { ArrowLeft, ArrowRight, Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { docsPath, type DocsPage, type PageId, type DocsTexts } from "@/lib/docs/page.ts";
import { docsGroups, docsPages } from "@/lib/docs/pages.ts";
import { Link } from "@/lib/i18n/navigation.ts";
import { sourceUrl } from "@/app/_server/site-configuration.ts";
import { Blocks } from "./blocks.tsx";
import { InlineProse } from "./prose.tsx";
import { SearchLauncher } from "./search/search-launcher.tsx";

/** A page of the documentation between its neighbours and its headings. */
export function DocsView({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl grow gap-x-10 gap-y-6 px-4 py-6 sm:px-6 sm:py-8 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_12rem]">
      <div className="flex flex-col gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start">
        <DocsSearch texts={texts} />
        <Sidebar page={page} texts={texts} />
      </div>
      <main id="content" className="min-w-0">
        <article className="docs-prose">
          <h1 className="text-3xl font-bold text-balance">{texts.text(page.id, "title")}</h1>
          <p className="text-lg text-pretty text-muted">
            <InlineProse markdown={texts.text(page.id, "description")} />
          </p>
          <Blocks page={page} texts={texts} />
        </article>
        <PageFooter page={page} texts={texts} />
      </main>
      <div className="hidden xl:block">
        <TableOfContents page={page} texts={texts} />
      </div>
    </div>
  );
}

interface SidebarProps {
  /** The page that is shown. */
  page: DocsPage;
  texts: DocsTexts;
}

/** All pages: beside the text on a wide screen, folded away on a phone. */
function Sidebar(props: SidebarProps) {
  const t = useTranslations("Docs");
  return (
    <>
      <details className="group rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <Menu aria-hidden className="size-5 text-muted" />
          {t("menu")}
        </summary>
        <div className="border-t border-line px-2 py-3">
          <PageList {...props} />
        </div>
      </details>
      <div className="hidden min-h-0 overflow-y-auto pb-6 lg:block">
        <PageList {...props} />
      </div>
    </>
  );
}

function PageList({ page, texts }: SidebarProps) {
  const t = useTranslations("Docs");
  return (
    <nav aria-label={t("menu")} className="flex flex-col gap-5">
      {docsGroups.map(({ id, pages }) => (
        <section key={id}>
          <h2 className="px-2 text-sm font-semibold text-muted">{t(`groups.${id}`)}</h2>
          <ul className="mt-1 flex flex-col">
            {pages.map((entry) => (
              <li key={entry.id}>
                <Link
                  href={docsPath(entry)}
                  prefetch={false}
                  aria-current={entry.id === page.id ? "page" : undefined}
                  className="flex min-h-9 items-center rounded-md px-2 py-1 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold"
                >
                  {texts.text(entry.id, "title")}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The headings of a page; nothing when there are less than two. */
function TableOfContents({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
  const t = useTranslations("Docs");
  const headings = page.blocks.filter((block) => block.kind === "heading");
  if (headings.length < 2) return null;
  return (
    <nav
      aria-label={t("onThisPage")}
      className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto pb-6 text-sm"
    >
      <h2 className="font-semibold text-muted">{t("onThisPage")}</h2>
      <ul className="mt-2 flex flex-col border-s border-line">
        {headings.map(({ id, level, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`block py-1 text-muted hover:text-ink ${level === 2 ? "ps-3" : "ps-6"}`}
            >
              {texts.text(page.id, text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const NEIGHBOUR =
  "group flex flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 hover:border-edge";

/** Where to go from the end of a page. */
function PageFooter({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
  const t = useTranslations("Docs");
  const position = docsPages.findIndex(({ id }) => id === page.id);
  const previous = docsPages[position - 1];
  const next = docsPages[position + 1];
  const source = sourceUrl();
  return (
    <footer className="mt-12 flex flex-col gap-6 border-t border-line pt-6">
      <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <a href={`/${texts.locale}${docsPath(page)}.md`}>{t("markdown")}</a>
        {source !== undefined && (
          <a href={`${source}/edit/main/messages/${texts.locale}.json`}>{t("edit")}</a>
        )}
      </div>
      <nav aria-label={`${t("previous")}, ${t("next")}`} className="grid gap-3 sm:grid-cols-2">
        {previous !== undefined && (
          <Link href={docsPath(previous)} prefetch={false} rel="prev" className={NEIGHBOUR}>
            <span className="flex items-center gap-1 text-sm text-muted">
              <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
              {t("previous")}
            </span>
            <span className="font-semibold">{texts.text(previous.id, "title")}</span>
          </Link>
        )}
        {next !== undefined && (
          <Link
            href={docsPath(next)}
            prefetch={false}
            rel="next"
            className={`${NEIGHBOUR} items-end text-end sm:col-start-2`}
          >
            <span className="flex items-center gap-1 text-sm text-muted">
              {t("next")}
              <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
            </span>
            <span className="font-semibold">{texts.text(next.id, "title")}</span>
          </Link>
        )}
      </nav>
    </footer>
  );
}

/** Where most people want to go. */
const popular = new Set<PageId>(["quickStart", "profile", "head", "errors", "recipes"]);

/** The search over all pages of the documentation, in the language of the page. */
function DocsSearch({ texts }: { texts: DocsTexts }) {
  const pages = docsPages.filter(({ id }) => popular.has(id));
  return (
    <SearchLauncher
      popular={pages.map((page) => ({
        title: texts.text(page.id, "title"),
        path: docsPath(page),
      }))}
    />
  );
}
