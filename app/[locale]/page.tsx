import type { Metadata } from "next";
import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Lookup } from "@/app/_components/lookup/lookup.tsx";
import { LookupHints } from "@/app/_components/lookup/lookup-hints.tsx";
import { PageMain } from "@/app/_components/page-main.tsx";
import { routing } from "@/lib/i18n/routing.ts";

/** No name is longer than this, so nothing longer belongs in a title. */
const LONGEST_TITLE = 64;

export async function generateMetadata(props: PageProps<"/[locale]">): Promise<Metadata> {
  const { username } = await props.searchParams;
  if (typeof username !== "string" || username.length > LONGEST_TITLE || !username.trim()) {
    return {};
  }
  const site = await getTranslations("Site");
  const t = await getTranslations("HomePage");
  const page = t("resultTitle", { username });
  return { title: site("titleTemplate", { page }), robots: { index: false } };
}

export default async function HomePage(props: PageProps<"/[locale]">) {
  const { locale } = await props.params;
  // Paths the proxy leaves alone, such as /missing.png, arrive here as a language.
  if (!hasLocale(routing.locales, locale)) notFound();

  // The search in the address decides what is drawn, so the page is drawn for each request.
  await connection();

  const t = await getTranslations("HomePage");
  return (
    <PageMain>
      <h1 className="text-center text-3xl font-bold tracking-tight text-balance sm:text-4xl">
        {t("title")}
      </h1>
      <Lookup hints={<LookupHints />} />
    </PageMain>
  );
}
