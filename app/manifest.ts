import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { routing } from "@/lib/i18n/routing.ts";

/** What a browser needs to install the site. One for all languages: its address has none. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const locale = routing.defaultLocale;
  const t = await getTranslations({ locale, namespace: "Site" });
  return {
    id: "/",
    name: t("name"),
    short_name: t("name"),
    description: t("description"),
    start_url: "/",
    display: "standalone",
    background_color: "#f4f2ec",
    theme_color: "#f4f2ec",
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/512.png", type: "image/png", sizes: "512x512" },
      { src: "/icons/512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  };
}
