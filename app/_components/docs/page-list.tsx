import { useTranslations } from "next-intl";
import { docsPath } from "@/site/docs/pages.ts";
import type { DocsPage } from "@/site/docs/source.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { Breakable } from "../breakable.tsx";
import { Icon } from "../icon.tsx";
import { CLOSE } from "../icon-paths.ts";
import { groups, type DocsPageProps } from "./page-top.tsx";

const AFTER_UNDERSCORE = /(?<=_)/;
const MENU = "M4 5h16M4 12h16M4 19h16";

/**
 * The list of all pages, in which the current one has its headings: beside the text on a wide screen, behind a
 * button on a narrow one.
 */
export function PageList({ locale, page, pages }: DocsPageProps) {
  const t = useTranslations("Docs");
  const close = useTranslations("DocsSearch")("close");
  return (
    <>
      <button type="button" popoverTarget="docs-pages" className="button docs-menu">
        <Icon path={MENU} size={16} />
        <span className="sr-only">{t("menu")}</span>
        <span>{page.menuTitle ?? page.title}</span>
      </button>
      <nav id="docs-pages" popover="auto" aria-label={t("menu")} className="docs-pages">
        <p className="docs-pages-top">
          {t("menu")}
          <button
            type="button"
            popoverTarget="docs-pages"
            popoverTargetAction="hide"
            aria-label={close}
            className="icon-button"
          >
            <Icon path={CLOSE} size={20} />
          </button>
        </p>
        {groups.map(([group, slugs]) => (
          <details key={group} open={slugs.includes(page.slug)}>
            <summary className="disclosure">{t(`groups.${group}`)}</summary>
            <ul>
              {pages
                .filter(({ slug }) => slugs.includes(slug))
                .map(({ slug, title, menuTitle = title }) => (
                  <li key={slug}>
                    <a
                      href={localePath(locale, docsPath(slug))}
                      {...(slug === page.slug && { "aria-current": "page" as const })}
                    >
                      {menuTitle}
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
            <a href={`#${id}`}>
              <Breakable text={text} at={AFTER_UNDERSCORE} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
