import { useTranslations } from "next-intl";
import { LanguageMenu } from "./header/language-menu.tsx";
import { PointedLink } from "./header/pointed-link.tsx";
import { ThemeMenu } from "./theme/theme-menu.tsx";

const LINK =
  "flex min-h-11 items-center rounded-md px-1.5 whitespace-nowrap font-medium text-muted hover:bg-sunken hover:text-ink max-[22rem]:px-0.5 max-[22rem]:text-sm sm:px-3";

export function SiteHeader() {
  const t = useTranslations("SiteHeader");
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-2 px-4 py-3 sm:px-6">
      <a
        href="#content"
        className="sr-only rounded-md bg-surface px-4 py-2 font-semibold focus:not-sr-only focus:absolute focus:start-4 focus:top-4 focus:z-40"
      >
        {t("skip")}
      </a>
      <PointedLink href="/" aria-label={t("home")} className="inline-block">
        <span className="name-tag inline-block px-2.5 pt-0.5 pb-1 font-pixel text-xl leading-7 font-semibold">
          {t("name")}
        </span>
      </PointedLink>
      <nav aria-label={t("navigation")} className="flex items-center">
        <PointedLink href="/" className={`${LINK} max-sm:hidden`}>
          {t("search")}
        </PointedLink>
        <PointedLink href="/docs" className={LINK}>
          {t("docs")}
        </PointedLink>
        <LanguageMenu />
        <ThemeMenu />
      </nav>
    </header>
  );
}
