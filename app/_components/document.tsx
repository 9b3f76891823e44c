import { NextIntlClientProvider, useTranslations } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { siteMessages } from "@/lib/i18n/client-messages.ts";
import { direction } from "@/lib/i18n/languages.ts";
import { Link } from "@/lib/i18n/navigation.ts";
import { socialLinks } from "@/app/_server/site-configuration.ts";
import { fontVariables } from "./fonts.ts";
import { choicesScript } from "./page-choices.ts";
import { LanguageMenu, PointedLink, ThemeMenu } from "./header-menus.tsx";

/** The whole document around a page, in the language of the request. */
export async function Document({ children }: { children: ReactNode }) {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  return (
    // The script in the head adds the visitor's choices before React takes over.
    <html lang={locale} dir={direction(locale)} className={fontVariables} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: choicesScript }} />
      </head>
      <body className="flex flex-col font-sans leading-normal">
        <NextIntlClientProvider messages={siteMessages(messages)}>
          <SiteHeader />
          {children}
          <SiteFooter />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}

const HEADER_LINK =
  "flex min-h-11 items-center rounded-md px-1.5 whitespace-nowrap font-medium text-muted hover:bg-sunken hover:text-ink max-[22rem]:px-0.5 max-[22rem]:text-sm sm:px-3";

function SiteHeader() {
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
        <PointedLink href="/" className={`${HEADER_LINK} max-sm:hidden`}>
          {t("search")}
        </PointedLink>
        <PointedLink href="/docs" className={HEADER_LINK}>
          {t("docs")}
        </PointedLink>
        <LanguageMenu />
        <ThemeMenu />
      </nav>
    </header>
  );
}

const FOOTER_LINK = "inline-flex min-h-6 items-center text-ink underline-offset-4 hover:underline";

/** The disclaimer, and links to the documentation and the operators. */
function SiteFooter() {
  const t = useTranslations("SiteFooter");
  const docs = useTranslations("Docs");
  const page = useTranslations("DocsPages");
  return (
    <footer className="border-t border-line text-muted">
      <div className="mx-auto flex max-w-6xl flex-col gap-x-8 gap-y-4 px-4 py-8 text-sm sm:flex-row sm:items-start sm:justify-between sm:px-6">
        <p className="max-w-prose text-balance">{t("affiliation")}</p>
        <ul aria-label={t("links")} className="flex flex-wrap gap-x-5 gap-y-2">
          <li>
            <Link href="/docs" prefetch={false} className={FOOTER_LINK}>
              {docs("title")}
            </Link>
          </li>
          <li>
            <Link href="/docs/privacy" prefetch={false} className={FOOTER_LINK}>
              {page("privacy.title")}
            </Link>
          </li>
          <li>
            {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is a file, not a page. */}
            <a href="/openapi.json" className={FOOTER_LINK}>
              {t("openapi")}
            </a>
          </li>
          {socialLinks().map(({ url, label }) => (
            <li key={url}>
              <a href={url} rel="me noopener" className={FOOTER_LINK}>
                <bdi>{label}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
