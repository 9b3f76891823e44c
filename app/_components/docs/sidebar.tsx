import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { docsPath, type DocsPage } from "@/lib/docs/page.ts";
import { docsGroups } from "@/lib/docs/pages.ts";
import type { DocsTexts } from "@/lib/docs/texts.ts";
import { Link } from "@/lib/i18n/navigation.ts";

export interface SidebarProps {
  /** The page that is shown. */
  page: DocsPage;
  texts: DocsTexts;
}

/** All pages: beside the text on a wide screen, folded away on a phone. */
export function Sidebar(props: SidebarProps) {
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
