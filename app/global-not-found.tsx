import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { connection } from "next/server";
import { Document } from "./_components/document.tsx";
import { NotFound } from "./_components/not-found.tsx";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const site = await getTranslations("Site");
  const t = await getTranslations("NotFound");
  return { title: site("titleTemplate", { page: t("documentTitle") }) };
}

/** The 404 for a URL without a page, in the visitor's language, rendered on the server. */
export default async function GlobalNotFound() {
  // The language is that of the request.
  await connection();
  return (
    <Document>
      <NotFound />
    </Document>
  );
}
