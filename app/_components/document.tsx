import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { siteMessages } from "@/lib/i18n/client-messages.ts";
import { direction } from "@/lib/i18n/direction.ts";
import { fontVariables } from "./fonts.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { choicesScript } from "./choices-script.ts";

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
