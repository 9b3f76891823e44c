import { getTranslations } from "next-intl/server";
import { localeOf } from "@/app/_server/page-locale.ts";
import { offersBedrock } from "@/app/_server/site-configuration.ts";
import { direction } from "@/site/i18n/languages.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";

/** The web app manifest, in the language of the page that links to it. */
export async function GET(_: Request, { params }: RouteContext<"/[locale]/manifest.webmanifest">) {
  const locale = await localeOf(params);
  const t = await getTranslations({ locale, namespace: "Site" });
  const manifest = {
    // One id for all languages, so that the site is not installed twice.
    id: "/",
    lang: locale,
    dir: direction(locale),
    name: t("name"),
    short_name: t("name"),
    description: offersBedrock() ? t("description") : t("javaOnly.description"),
    start_url: `/${locale}`,
    scope: "/",
    display: "standalone",
    background_color: "#f7f5ef",
    theme_color: "#1f1c2b",
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/512.png", type: "image/png", sizes: "512x512" },
      { src: "/icons/512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  };
  return Response.json(manifest, {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": fixedCacheControl("hour"),
    },
  });
}
