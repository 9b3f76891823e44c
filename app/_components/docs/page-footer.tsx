import { useFormatter, useTranslations } from "next-intl";
import { docsDate, siteConfiguration } from "@/app/_server/site-configuration.ts";
import { docsPath } from "@/site/docs/pages.ts";
import { localePath } from "@/site/i18n/routing.ts";
import type { DocsPageProps } from "./page-top.tsx";

const LINK = "inline-flex min-h-11 items-center text-action underline underline-offset-[0.2em]";
const NEIGHBOUR =
  "flex min-h-16 flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 font-semibold text-action no-underline hover:border-edge";

/** Links at the end of a page. */
export function PageFooter({ locale, page, pages }: DocsPageProps) {
  const t = useTranslations("Docs");
  const { slug } = page;
  const position = pages.indexOf(page);
  const neighbours = [
    // Arrows point along the lines of the language.
    [
      "previous",
      "prev",
      pages[position - 1],
      "before:content-['←_'/''] rtl:before:content-['→_'/'']",
    ],
    ["next", "next", pages[position + 1], "after:content-['_→'/''] rtl:after:content-['_←'/'']"],
  ] as const;
  const source = siteConfiguration().SOURCE_URL;
  const date = docsDate(locale, slug);
  const format = useFormatter();
  return (
    <footer className="grid gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap gap-x-6 text-sm">
        <a href={`${localePath(locale, docsPath(slug))}.md`} className={LINK}>
          {t("markdown")}
        </a>
        {source !== undefined && (
          <a href={`${source}/edit/main/content/docs/${locale}/${slug}.mdx`} className={LINK}>
            {t("edit")}
          </a>
        )}
        {date !== undefined && (
          <time dateTime={date} className="inline-flex min-h-11 items-center text-muted">
            {t("updated", { date: format.dateTime(new Date(date), { dateStyle: "medium" }) })}
          </time>
        )}
      </div>
      <nav
        aria-label={`${t("previous")}, ${t("next")}`}
        className="grid gap-3 sm:grid-cols-2 print:hidden"
      >
        {neighbours.map(
          ([label, rel, neighbour, arrow]) =>
            neighbour !== undefined && (
              <a
                key={rel}
                href={localePath(locale, docsPath(neighbour.slug))}
                rel={rel}
                className={`${NEIGHBOUR} ${rel === "next" ? "text-end sm:col-start-2" : ""}`}
              >
                <span className={`text-sm font-normal text-muted ${arrow}`}>{t(label)}</span>
                {neighbour.title}
              </a>
            ),
        )}
      </nav>
    </footer>
  );
}
