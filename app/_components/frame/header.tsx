import { useLocale, useTranslations } from "next-intl";
import { isDocs } from "@/site/docs/pages.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { SearchBox } from "../lookup/search-box.tsx";
import { Logo } from "./logo.tsx";
import { LanguageMenu, ThemeMenu } from "./menus.tsx";

interface HeaderProps {
  /** The URL of the page without the language. */
  path: string;
  hasSearch: boolean;
}

/** The logo, the search, links to the parts of the site, and its menus. */
export function Header({ path, hasSearch }: HeaderProps) {
  const t = useTranslations("SiteHeader");
  const locale = useLocale();
  const home = localePath(locale);
  return (
    <header className="header stage print:hidden">
      <div className="site-width">
        <a href="#content" className="header-skip">
          {t("skip")}
        </a>
        <a href={home} aria-label={t("home")} className="header-home">
          <Logo />
        </a>
        {hasSearch && <HeaderSearch />}
        <nav aria-label={t("navigation")} className="header-links">
          {/*
           * On a phone, the search of the page leads to players, the list of pages to those of the documentation, and
           * the footer to the status.
           */}
          <a href={`${home}#username`} {...elsewhere(!isDocs(path))}>
            {t("players")}
          </a>
          <a href={localePath(locale, "/docs")} {...elsewhere(isDocs(path))}>
            {t("docs")}
          </a>
          <a href={localePath(locale, "/status")} className="is-elsewhere">
            {t("status")}
          </a>
          <LanguageMenu path={path} />
          <ThemeMenu />
        </nav>
      </div>
    </header>
  );
}

/** The class of a link that a phone has elsewhere on the page. */
function elsewhere(isElsewhere: boolean) {
  return isElsewhere ? { className: "is-elsewhere" } : {};
}

/** Leads to a player's page from everywhere: a plain form. On a phone it is below the logo and the links. */
function HeaderSearch() {
  const t = useTranslations("SearchForm");
  return (
    <form
      role="search"
      aria-label={t("submit")}
      action={localePath(useLocale(), "/player")}
      method="get"
      className="header-search"
    >
      <label htmlFor="search" className="sr-only">
        {t("label")}
      </label>
      <SearchBox isSlim id="search" required />
    </form>
  );
}
