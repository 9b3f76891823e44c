import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { direction } from "@/lib/i18n/direction.ts";
import { fontVariables } from "./fonts.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { themeScript } from "./theme/theme.ts";

/** The whole document around a page, in the language of the request. */
export async function Document({ children }: { children: ReactNode }) {
  const locale = await getLocale();
  return (
    // The script in the head adds the visitor's theme before React takes over.
    <html lang={locale} dir={direction(locale)} className={fontVariables} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body className="flex flex-col font-sans leading-normal">
        <NextIntlClientProvider>
          <SiteHeader />
          {children}
          <SiteFooter />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
