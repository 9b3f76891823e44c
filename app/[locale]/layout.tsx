import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import { Document } from "@/app/_components/document.tsx";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import "../globals.css";

// Pages contain this instance's URL, which is known at run time. The front server caches them.
export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Site");
  return {
    metadataBase: new URL(publicUrl()),
    title: { default: t("title"), template: t("titleTemplate", { page: "%s" }) },
    description: t("description"),
    applicationName: t("name"),
    // Numbers on the pages are ids, not phone numbers.
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f2ec" },
    { media: "(prefers-color-scheme: dark)", color: "#15141b" },
  ],
};

export default function LocaleLayout({ children }: LayoutProps<"/[locale]">) {
  return <Document>{children}</Document>;
}
