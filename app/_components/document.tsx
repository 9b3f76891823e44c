import { useLocale, useMessages, useTranslations, type Messages } from "next-intl";
import { getLocale } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { markup } from "@/lib/docs/html/markup.ts";
import { direction, languageName } from "@/lib/i18n/languages.ts";
import { localePath, NONCE_HEADER, PATH_HEADER, routing } from "@/lib/i18n/routing.ts";
import { fontVariables } from "./fonts.ts";
import { htmlOf } from "./html-of.ts";
import { Icon } from "./icon.tsx";
import { themes } from "./page-choices.ts";
import { PageMessages } from "./page-messages.tsx";
import { pageScript } from "./page-script.ts";

/** The whole document around a page, in the language of the request. */
export async function Document({ children }: { children: ReactNode }) {
  const locale = await getLocale();
  const fields = await headers();
  const path = fields.get(PATH_HEADER) ?? "";
  const nonce = fields.get(NONCE_HEADER) ?? undefined;
  return (
    // The script in the head adds the visitor's choices before hydration.
    <html lang={locale} dir={direction(locale)} className={fontVariables} suppressHydrationWarning>
      <head>
        {/* A browser hides the nonce, which React's development build would report. */}
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: pageScript }}
          suppressHydrationWarning
        />
      </head>
      <body className="flex flex-col font-sans leading-normal">
        <Frame path={path}>
          <PageMessages of="frame">{children}</PageMessages>
        </Frame>
      </body>
    </html>
  );
}

/** In the header's HTML, where the URL of the page without the language goes. */
const PATH = "{path}";
/** The header and the footer in each language. */
const written = new WeakMap<Messages, { header: string; footer: string }>();

/**
 * The header and the footer around a page. For React they are HTML, which is written once for each language.
 * Their menus are popovers, which the browser opens and closes; the handlers are in `page-script.ts`.
 * @param props.path The URL of the page without the language.
 */
function Frame({ path, children }: { path: string; children: ReactNode }) {
  const messages = useMessages();
  const frame = written.get(messages) ?? {
    header: htmlOf(<Navigation path={PATH} />),
    footer: htmlOf(<Imprint />),
  };
  written.set(messages, frame);
  const header = frame.header.replaceAll(PATH, () => markup`${path}`.html);
  return (
    <>
      <header
        className="site-width flex items-center justify-between gap-2 py-3 print:hidden"
        dangerouslySetInnerHTML={{ __html: header }}
      />
      {children}
      <footer
        className="border-t border-line text-muted"
        dangerouslySetInnerHTML={{ __html: frame.footer }}
      />
    </>
  );
}

/** Links to the parts of the site, and its menus. */
function Navigation({ path }: { path: string }) {
  const t = useTranslations("SiteHeader");
  const locale = useLocale();
  const home = localePath(locale);
  return (
    <>
      <a href="#content" className="skip-link">
        {t("skip")}
      </a>
      <a href={home} aria-label={t("home")} className="inline-block">
        <span className="name-tag inline-block px-2.5 pt-0.5 pb-1 font-pixel text-xl leading-7 font-semibold max-[22rem]:px-1.5 max-[22rem]:text-lg">
          {t("name")}
        </span>
      </a>
      <nav aria-label={t("navigation")} className="-me-3 flex flex-wrap items-center justify-end">
        <a href={`${home}#username`} className="header-link max-sm:hidden">
          {t("players")}
        </a>
        <a href={localePath(locale, "/docs")} className="header-link">
          {t("docs")}
        </a>
        <LanguageMenu path={path} />
        <ThemeMenu />
      </nav>
    </>
  );
}

/** The disclaimer, and links to the documentation and the operators. */
function Imprint() {
  const t = useTranslations();
  const locale = useLocale();
  return (
    <div className="site-width flex flex-col gap-x-8 gap-y-4 py-8 text-sm lg:flex-row lg:items-start lg:justify-between">
      <p className="max-w-prose text-pretty">{t("SiteFooter.affiliation")}</p>
      <ul
        aria-label={t("SiteFooter.links")}
        className="flex flex-wrap gap-x-5 gap-y-2 print:hidden"
      >
        <FooterLink url={localePath(locale, "/docs")}>{t("Docs.title")}</FooterLink>
        <FooterLink url={localePath(locale, "/status")}>{t("SiteFooter.status")}</FooterLink>
        <FooterLink url={localePath(locale, "/docs/privacy")}>
          {t("DocsPages.privacy.title")}
        </FooterLink>
        <FooterLink url="/openapi.json">{t("SiteFooter.openapi")}</FooterLink>
        {siteConfiguration().SOCIAL_LINKS.map(({ url, label }) => (
          <FooterLink key={url} url={url} rel="me noopener">
            <bdi>{label}</bdi>
          </FooterLink>
        ))}
      </ul>
    </div>
  );
}

function FooterLink({ url, rel, children }: { url: string; rel?: string; children: ReactNode }) {
  return (
    <li>
      <a href={url} rel={rel} className="footer-link">
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
                className="accent-action"
              />
              {t(theme)}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
