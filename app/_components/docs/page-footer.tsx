import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { sourceUrl } from "@/app/_server/site-configuration.ts";
import { docsPath, type DocsPage } from "@/lib/docs/page.ts";
import { docsPages } from "@/lib/docs/pages.ts";
import type { DocsTexts } from "@/lib/docs/texts.ts";
import { Link } from "@/lib/i18n/navigation.ts";

const NEIGHBOUR =
  "group flex flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 hover:border-edge";

/** Where to go from the end of a page. */
export function PageFooter({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
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
