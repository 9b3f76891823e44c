import { useLocale, useMessages, useTranslations, type Messages } from "next-intl";
import { getLocale } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { markup } from "@/lib/docs/html/markup.ts";
import { direction, languageName } from "@/lib/i18n/languages.ts";
import { localePath, NONCE_HEADER, PATH_HEADER, routing } from "@/lib/i18n/routing.ts";
import { nameInput } from "./elements.tsx";
import { fontVariables } from "./fonts.ts";
import { htmlOf } from "./html-of.ts";
import { Icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";
import { OperatorName } from "./operator.tsx";
import { themes } from "./page-choices.ts";
import { PageMessages } from "./page-messages.tsx";
import { pageScript } from "./page-script.ts";
import { StaticHtml } from "./static-html.tsx";
import { storeHtml } from "./stored-html.ts";

const PAGE_SCRIPT = "page-script";
storeHtml(PAGE_SCRIPT, pageScript);

interface DocumentProps {
  children: ReactNode;
  /** The page has no URL of its own. */
  isLost?: boolean;
}

/** The whole document around a page, in the language of the request. */
export async function Document({ children, isLost = false }: DocumentProps) {
  const locale = await getLocale();
  const fields = await headers();
  const path = fields.get(PATH_HEADER) ?? "";
  const nonce = fields.get(NONCE_HEADER) ?? undefined;
  return (
    // The script in the head adds the visitor's choices before hydration.
    <html lang={locale} dir={direction(locale)} className={fontVariables} suppressHydrationWarning>
      <head>
        <StaticHtml as="script" id={PAGE_SCRIPT} nonce={nonce} />
      </head>
      <body className="flex flex-col font-sans leading-normal">
        <Frame path={path} hasSearch={path !== "" || isLost}>
          <PageMessages of="frame">{children}</PageMessages>
        </Frame>
      </body>
    </html>
  );
}

/** In the header's HTML, where the URL of the page without the language goes. */
const PATH = "{path}";
/** The header and the footer in each language. The home page has a search of its own. */
const written = new WeakMap<Messages, { home: string; header: string; footer: string }>();

interface FrameProps {
  /** The URL of the page without the language. */
  path: string;
  /** Every page but the one that has a search of its own. */
  hasSearch: boolean;
  children: ReactNode;
}

/**
 * The header and the footer around a page. For React they are HTML, which is written once for each language.
 * Their menus are popovers, which the browser opens and closes; the handlers are in `page-script.ts`.
 */
function Frame({ path, hasSearch, children }: FrameProps) {
  const messages = useMessages();
  const frame = written.get(messages) ?? {
    home: htmlOf(<Navigation path="" />),
    header: htmlOf(<Navigation path={PATH} search={<HeaderSearch />} />),
    footer: htmlOf(<Imprint />),
  };
  written.set(messages, frame);
  const header = hasSearch ? frame.header.replaceAll(PATH, () => markup`${path}`.html) : frame.home;
  return (
    <>
      <header className="stage print:hidden" dangerouslySetInnerHTML={{ __html: header }} />
      {children}
      <footer className="footer" dangerouslySetInnerHTML={{ __html: frame.footer }} />
      {/* Says what happened to those who do not see it; the script may write into it before hydration. */}
      <p
        id="said"
        role="status"
        className="sr-only"
        dangerouslySetInnerHTML={{ __html: "" }}
        suppressHydrationWarning
      />
    </>
  );
}

/** The logo, the search, links to the parts of the site, and its menus. */
function Navigation({ path, search }: { path: string; search?: ReactNode }) {
  const t = useTranslations("SiteHeader");
  const locale = useLocale();
  const home = localePath(locale);
  return (
    <div className={search === undefined ? "header" : "header has-search"}>
      <a href="#content" className="skip-link">
        {t("skip")}
      </a>
      <a href={home} aria-label={t("home")} className="logo">
        <span className="cut">
          <Logo />
        </span>
      </a>
      {search}
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
          // Written as HTML, where `false` would leave the attribute out.
          spellCheck="false"
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

/** The disclaimer, and links to what visitors, operators and developers look for. */
function Imprint() {
  const t = useTranslations("SiteFooter");
  const locale = useLocale();
  const configuration = siteConfiguration();
  const { SOCIAL_LINKS: links, SOURCE_URL: source, CONTACT_URL: contact } = configuration;
  const page = (slug: string) => localePath(locale, `/docs/${slug}`);
  return (
    <div>
      <p>{t("affiliation")}</p>
      <LinkList title={t("use")}>
        <FooterLink url={localePath(locale, "/docs")}>{t("docs")}</FooterLink>
        <FooterLink url={page("moving")}>{t("moving")}</FooterLink>
        <FooterLink url="/openapi.json">{t("openapi")}</FooterLink>
      </LinkList>
      <LinkList title={t("run")}>
        <FooterLink url={page("self-hosting")}>{t("selfHosting")}</FooterLink>
        {source !== undefined && <FooterLink url={source}>{t("source")}</FooterLink>}
      </LinkList>
      <LinkList title={t("instance")}>
        <FooterLink url={localePath(locale, "/status")}>{t("status")}</FooterLink>
        <FooterLink url={page("privacy")}>{t("privacy")}</FooterLink>
        {contact !== undefined && <FooterLink url={contact}>{t("contact")}</FooterLink>}
        {configuration.OPERATOR_NAME !== undefined && (
          <li>
            <OperatorName />
          </li>
        )}
        {links.map(({ url, label }) => (
          <FooterLink key={url} url={url} rel="me noopener">
            <bdi>{label}</bdi>
          </FooterLink>
        ))}
      </LinkList>
    </div>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="print:hidden">
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function FooterLink({ url, rel, children }: { url: string; rel?: string; children: ReactNode }) {
  return (
    <li>
      <a href={url} rel={rel}>
        {children}
      </a>
    </li>
  );
}

/** The same page in the other languages: plain links. */
function LanguageMenu({ path }: { path: string }) {
  const t = useTranslations("LanguageMenu");
  const current = useLocale();
  const title = t("label", { language: languageName(current) });
  const [code = ""] = current.split("-");
  return (
    <>
      <button
        type="button"
        popoverTarget="languages"
        aria-label={`${code.toUpperCase()}, ${title}`}
        title={title}
        className="menu-button"
      >
        <Icon shape="languages" size={20} className="max-sm:hidden" />
        <span className="text-sm uppercase">{code}</span>
      </button>
      <div id="languages" popover="auto" className="menu-panel">
        <ul className="grid gap-0.5">
          {routing.locales.map((locale) => (
            <li key={locale}>
              <a
                href={localePath(locale, path)}
                hrefLang={locale}
                lang={locale}
                data-language={locale}
                aria-current={locale === current}
                className="menu-link"
              >
                <bdi>{languageName(locale)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Light, dark, or the device's theme. Without JavaScript, the device decides. */
function ThemeMenu() {
  const t = useTranslations("ThemeMenu");
  const title = t("title");
  return (
    <div className="noscript:hidden">
      <button type="button" popoverTarget="themes" title={title} className="menu-button">
        {/* The stylesheet shows the icon of the current choice. */}
        {themes.map((theme) => (
          <span key={theme} data-shown-in={theme}>
            <Icon shape={theme} size={20} label={t("label", { theme: t(theme) })} />
          </span>
        ))}
      </button>
      <div id="themes" popover="auto" className="menu-panel">
        <fieldset className="grid gap-0.5">
          <legend className="sr-only">{title}</legend>
          {themes.map((theme) => (
            <label key={theme} className="menu-choice">
              <input
                type="radio"
                name="theme"
                value={theme}
                defaultChecked={theme === themes[0]}
                className="size-6 accent-action"
              />
              {t(theme)}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
