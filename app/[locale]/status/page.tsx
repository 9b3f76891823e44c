import type { Metadata } from "next";
import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { PageMain } from "@/app/_components/elements.tsx";
import { StatusView } from "@/app/_components/status/status-view.tsx";
import { fetchFromService } from "@/app/_server/profile.ts";
import { pageMetadata } from "@/app/_server/page-metadata.ts";
import { statusBody } from "@/lib/contract/status.ts";
import { routing } from "@/lib/i18n/routing.ts";

export async function generateMetadata(props: PageProps<"/[locale]/status">): Promise<Metadata> {
  const { locale } = await props.params;
  if (!hasLocale(routing.locales, locale)) return {};
  const t = await getTranslations("StatusPage");
  return pageMetadata({ locale, path: "/status", title: t("title"), description: t("lead") });
}

export default async function StatusPage(props: PageProps<"/[locale]/status">) {
  const { locale } = await props.params;
  if (!hasLocale(routing.locales, locale)) notFound();
  const response = await fetchFromService("/api/status");
  const status = statusBody.parse(await response.json());
  return (
    <PageMain>
      <StatusView status={status} />
    </PageMain>
  );
}
