import { getLocale, getTranslations } from "next-intl/server";
import { connection } from "next/server";
import { localePath } from "@/site/i18n/routing.ts";
import { DocsSearch } from "./_components/docs/search/docs-search.tsx";
import { Document } from "./_components/document.tsx";
import { NamePlate, UnknownHead } from "./_components/elements.tsx";
import { PageMessages } from "./_components/page-messages.tsx";
import { PageTitle } from "./_components/page-metadata.tsx";
import "./globals.css";
// Its layers come after those of the site.
import "./_components/docs/search/search-launcher.css";

/**
 * The 404 for a URL without a page, in the visitor's language, rendered on the server. In development, Next compiles this
 * with every page, so it imports none of the documentation.
 */
export default async function GlobalNotFound() {
  // The language is that of the request.
  await connection();
  const locale = await getLocale();
  const t = await getTranslations("NotFound");
  const docs = await getTranslations("Docs");
  return (
    <Document isLost>
      <PageTitle title={t("documentTitle")} />
      <main id="content" className="grid grid-cols-[minmax(0,1fr)]">
        <div className="stage grid grid-cols-[minmax(0,1fr)] content-center border-b border-stage-line">
          <div className="site-width flex flex-col items-center gap-4 pt-10 pb-14 text-center">
            <NamePlate unknown>{t("tag")}</NamePlate>
            <UnknownHead size={128} />
            <h1 className="text-3xl font-bold tracking-tight text-balance">{t("title")}</h1>
            <p className="max-w-prose text-pretty text-stage-muted">{t("hint")}</p>
            <p className="flex flex-wrap justify-center gap-3">
              <a href={localePath(locale)} className="primary cut">
                {t("home")}
              </a>
              <a href={localePath(locale, "/docs")} className="button">
                {docs("title")}
              </a>
            </p>
            {/* Most URLs that people get wrong are those of the documentation. */}
            <div className="w-64 max-w-full text-start">
              <PageMessages of="docsSearch">
                <DocsSearch />
              </PageMessages>
            </div>
          </div>
        </div>
      </main>
    </Document>
  );
}
