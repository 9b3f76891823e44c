import { useTranslations } from "next-intl";
import type { DocsPage } from "@/lib/docs/page.ts";
import type { DocsTexts } from "@/lib/docs/texts.ts";

/** The headings of a page; nothing when there are less than two. */
export function TableOfContents({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
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
