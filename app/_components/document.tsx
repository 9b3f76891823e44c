import type { Locale } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { direction } from "@/lib/i18n/languages.ts";
import { frameMessages } from "@/lib/i18n/page-messages.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { PATH_HEADER } from "@/lib/i18n/routing.ts";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { fontVariables } from "./fonts.ts";
import { PageMessages } from "./page-messages.tsx";
import { pageScript } from "./page-script.ts";
import { LanguageMenu, ThemeMenu } from "./header-menus.tsx";

/** The whole document around a page, in the language of the request. */
export async function Document({ children }: { children: ReactNode }) {
  const [locale, messages, t, requestHeaders] = await Promise.all([
    getLocale(),
    getMessages(),
    getTranslations(),
    headers(),
  ]);
  const path = requestHeaders.get(PATH_HEADER) ?? "";
  return (
    // The script in the head adds the visitor's choices before hydration.
    <html lang={locale} dir={direction(locale)} className={fontVariables} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: pageScript }} />
      </head>
      <body className="flex flex-col font-sans leading-normal">
        <PageMessages locale={locale} json={frameMessages(messages)}>
          <SiteHeader t={t} locale={locale} path={path} />
          {children}
          <SiteFooter t={t} locale={locale} />
        </PageMessages>
      </body>
    </html>
  );
}

export interface FrameProps {
  /** All texts, loaded once: a hook in each part of the frame would make React wait for each. */
  t: Awaited<ReturnType<typeof getTranslations<never>>>;
  locale: Locale;
}

/** @param props.path The URL of the page without the language. */
function SiteHeader({ t, locale, path }: FrameProps & { path: string }) {
  return (
    <header className="site-width flex items-center justify-between gap-2 py-3 print:hidden">
      <a href="#content" className="skip-link">
        {t("SiteHeader.skip")}
      </a>
      <a href={localePath(locale)} aria-label={t("SiteHeader.home")} className="inline-block">
        <span className="name-tag inline-block px-2.5 pt-0.5 pb-1 font-pixel text-xl leading-7 font-semibold max-[22rem]:px-1.5 max-[22rem]:text-lg">
          {t("SiteHeader.name")}
        </span>
      </a>
      <nav aria-label={t("SiteHeader.navigation")} className="-me-3 flex items-center">
        {/* On the home page, the search box has the focus. */}
        <a href={`${localePath(locale)}#username`} className="header-link max-sm:hidden">
          {t("SiteHeader.players")}
        </a>
        <a href={localePath(locale, "/docs")} className="header-link">
          {t("SiteHeader.docs")}
        </a>
        <LanguageMenu t={t} locale={locale} path={path} />
        <ThemeMenu t={t} />
      </nav>
    </header>
  );
}

/** The disclaimer, and links to the documentation and the operators. */
function SiteFooter({ t, locale }: FrameProps) {
  return (
    <footer className="border-t border-line text-muted">
      <div className="site-width flex flex-col gap-x-8 gap-y-4 py-8 text-sm lg:flex-row lg:items-start lg:justify-between">
        <p className="max-w-prose text-pretty">{t("SiteFooter.affiliation")}</p>
        <ul
          aria-label={t("SiteFooter.links")}
          className="flex flex-wrap gap-x-5 gap-y-2 print:hidden"
        >
          <li>
            <a href={localePath(locale, "/docs")} className="footer-link">
              {t("Docs.title")}
            </a>
          </li>
          <li>
            <a href={localePath(locale, "/status")} className="footer-link">
              {t("SiteFooter.status")}
            </a>
          </li>
          <li>
            <a href={localePath(locale, "/docs/privacy")} className="footer-link">
              {t("DocsPages.privacy.title")}
            </a>
          </li>
          <li>
            {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is a file, not a page. */}
            <a href="/openapi.json" className="footer-link">
              {t("SiteFooter.openapi")}
            </a>
          </li>
          {siteConfiguration().SOCIAL_LINKS.map(({ url, label }) => (
            <li key={url}>
              <a href={url} rel="me noopener" className="footer-link">
                <bdi>{label}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
