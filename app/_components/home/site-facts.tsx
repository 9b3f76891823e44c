import { useLocale, useTranslations } from "next-intl";
import { publicUrl } from "@/app/_server/site-configuration.ts";

/** What search engines are told about the site: its name, and how to search it. */
export function SiteFacts() {
  const t = useTranslations("Site");
  const locale = useLocale();
  const home = `${publicUrl()}/${locale}`;
  const facts = {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: t("name"),
    description: t("description"),
    inLanguage: locale,
    url: home,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${home}/player?username={username}` },
      "query-input": "required name=username",
    },
  };
  // A script ends at the first `</`, wherever it stands.
  const json = JSON.stringify(facts).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
