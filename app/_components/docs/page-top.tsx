import { useTranslations, type Locale } from "next-intl";
import { docsGroups, docsPath, type DocsGroup, type Slug } from "@/site/docs/pages.ts";
import type { DocsPage } from "@/site/docs/source.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { CopyPage } from "./page-tools.tsx";

export interface DocsPageProps {
  locale: Locale;
  page: DocsPage;
  /** All pages in reading order, for the lists and links. */
  pages: readonly DocsPage[];
}

export const groups = Object.entries(docsGroups) as [DocsGroup, readonly Slug[]][];

/** The page's group, and actions for the whole page. */
export function PageTop({ locale, page: { slug } }: DocsPageProps) {
  const t = useTranslations("Docs");
  const group = groups.find(([, slugs]) => slugs.includes(slug))?.[0];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted print:hidden">
      <nav aria-label={t("breadcrumb")}>
        <ol className="flex flex-wrap items-center">
          <li>
            <a
              href={localePath(locale, "/docs")}
              className="inline-flex min-h-11 items-center text-action underline underline-offset-[0.2em]"
            >
              {t("title")}
            </a>
          </li>
          {group !== undefined && (
            <li className="before:mx-2 before:content-['/'_/_'']">{t(`groups.${group}`)}</li>
          )}
        </ol>
      </nav>
      <CopyPage
        label={t("copyPage")}
        href={`${localePath(locale, docsPath(slug))}.md`}
        failed={t("copyPageFailed")}
      />
    </div>
  );
}
