import { getLocale, getTranslations } from "next-intl/server";
import { connection } from "next/server";
import { localePath } from "@/lib/i18n/routing.ts";
import { Document } from "./_components/document.tsx";
import { NameTag, PageMain, UnknownHead } from "./_components/elements.tsx";
import { PageTitle } from "./_components/page-metadata.tsx";
import "./globals.css";

/** The 404 for a URL without a page, in the visitor's language, rendered on the server. */
export default async function GlobalNotFound() {
  // The language is that of the request.
  await connection();
  const locale = await getLocale();
  const t = await getTranslations("NotFound");
  return (
    <Document>
      <PageTitle title={t("documentTitle")} />
      <PageMain>
        <div className="flex flex-col items-center gap-4 py-8 text-center">
          <NameTag>{t("tag")}</NameTag>
          <UnknownHead />
          <h1 className="text-3xl font-bold tracking-tight text-balance">{t("title")}</h1>
          <p className="max-w-prose text-muted text-pretty">{t("hint")}</p>
          <a href={localePath(locale)} className="button">
            {t("home")}
          </a>
        </div>
      </PageMain>
    </Document>
  );
}
