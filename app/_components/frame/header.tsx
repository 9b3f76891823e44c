import { useLocale, useTranslations } from "next-intl";
import { localePath } from "@/lib/i18n/routing.ts";
import { nameInput } from "../elements.tsx";
import { Icon } from "../icon.tsx";
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
    <header className="stage print:hidden">
      <div className={hasSearch ? "header has-search" : "header"}>
        <a href="#content" className="skip-link">
          {t("skip")}
        </a>
        <a href={home} aria-label={t("home")} className="logo">
          <span className="cut">
            <Logo />
          </span>
        </a>
        {hasSearch && <HeaderSearch />}
        <nav aria-label={t("navigation")} className="-me-2 flex items-center justify-end md:-me-3">
          <a href={`${home}#username`} className="header-link max-md:hidden">
            {t("players")}
          </a>
          <a href={localePath(locale, "/docs")} className="header-link">
            {t("docs")}
          </a>
          <a href={localePath(locale, "/status")} className="header-link max-md:hidden">
            {t("status")}
          </a>
          <LanguageMenu path={path} />
          <ThemeMenu />
        </nav>
      </div>
    </header>
  );
}

/** Leads to a player's page from everywhere: a plain form. */
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
      <div className="search-box search-slim cut">
        <Icon shape="search" size={20} />
        <input
          {...nameInput}
          id="search"
          placeholder={t("label")}
          required
          className="search-input"
        />
        <button type="submit" className="search-button cut">
          {t("submit")}
        </button>
      </div>
    </form>
  );
}
