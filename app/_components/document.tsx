import { getLocale, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { isDocs } from "@/site/docs/pages.ts";
import { direction } from "@/site/i18n/languages.ts";
import { PATH_HEADER } from "@/site/i18n/routing.ts";
import { fontsOf } from "./fonts.ts";
import { Footer } from "./frame/footer.tsx";
import { Header } from "./frame/header.tsx";
import { OwnScript } from "./own-script.tsx";
import { PageMessages } from "./page-messages.tsx";
import { pageScripts } from "./page-script.ts";

const FONT = { as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

interface DocumentProps {
  children: ReactNode;
  /** The page has no URL of its own. */
  isLost?: boolean;
}

/** The whole document around a page, in the language of the request. */
export async function Document({ children, isLost = false }: DocumentProps) {
  const locale = await getLocale();
  const t = await getTranslations("Scripts");
  const copying = await getTranslations("CopyButton");
  const fields = await headers();
  const path = fields.get(PATH_HEADER) ?? "";
  const fonts = fontsOf(locale);
  for (const font of fonts) preload(font, FONT);
  return (
    // The script in the head adds the visitor's choices before hydration.
    <html lang={locale} dir={direction(locale)} suppressHydrationWarning>
      <head>
        <OwnScript text={pageScripts.join("")} />
        {/* React announces what such a page preloads only if it is rendered at once. */}
        {isLost && fonts.map((font) => <link key={font} rel="preload" href={font} {...FONT} />)}
      </head>
      <body className="flex flex-col font-sans leading-normal">
        {/* The home page and the documentation have a search of their own. */}
        <Header path={path} hasSearch={isLost || !(path === "" || isDocs(path))} />
        <PageMessages of="frame">{children}</PageMessages>
        <Footer />
        {/*
         * Screen readers hear here what happened; the script may write into it before hydration. A sentence that
         * everybody has to read is shown, too: at the bottom of the screen, and below the footer for those who scroll
         * there.
         */}
        <p
          id="said"
          role="status"
          data-missing={t("missing")}
          data-copied={copying("copied")}
          data-failed={copying("failed")}
          className="sticky bottom-3 z-20 mx-auto my-3 w-fit max-w-[calc(100%-1.5rem)] rounded-lg border border-caution-fill bg-caution-surface px-4 py-3 text-pretty text-caution shadow-float not-[.is-shown]:sr-only print:hidden"
          dangerouslySetInnerHTML={{ __html: "" }}
          suppressHydrationWarning
        />
      </body>
    </html>
  );
}
