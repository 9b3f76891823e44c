import { getLocale, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { direction } from "@/lib/i18n/languages.ts";
import { NONCE_HEADER, PATH_HEADER } from "@/lib/i18n/routing.ts";
import { fontVariables } from "./fonts.ts";
import { footerHtml, headerHtml } from "./frame.ts";
import { PageMessages } from "./page-messages.tsx";
import { pageScript } from "./page-script.ts";

/** The whole document around a page, in the language of the request. */
export async function Document({ children }: { children: ReactNode }) {
  const locale = await getLocale();
  const t = await getTranslations();
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
        <header
          className="site-width flex items-center justify-between gap-2 py-3 print:hidden"
          dangerouslySetInnerHTML={{ __html: headerHtml(t, locale, path) }}
        />
        <PageMessages of="frame">{children}</PageMessages>
        <footer
          className="border-t border-line text-muted"
          dangerouslySetInnerHTML={{ __html: footerHtml(t, locale) }}
        />
      </body>
    </html>
  );
}
