import { useLocale, useTranslations } from "next-intl";
import { JsonLd } from "@/app/_components/elements.tsx";
import { examplesFor, HomeParts } from "@/app/_components/home/home-parts.tsx";
import { HomeStage } from "@/app/_components/home/home-stage.tsx";
import { RecentPlayers } from "@/app/_components/home/recent-players.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { nameRules, publicUrl, siteConfiguration } from "@/app/_server/site-configuration.ts";
import { highlight } from "@/lib/docs/highlight.ts";

export default async function HomePage({ params }: PageProps<"/[locale]">) {
  await localeOf(params);
  const { image, command, body } = examplesFor(publicUrl());
  const code = {
    image: await highlight(image, "html"),
    command: await highlight(command, "bash"),
    body: await highlight(body, "json"),
  };
  return (
    <PageMessages of="lookup">
      <SiteFacts />
      <main id="content" className="min-h-dvh grow print:min-h-0">
        <HomeStage nameRules={nameRules()} base={publicUrl()} />
        <div className="site-width">
          <HomeParts base={publicUrl()} source={siteConfiguration().SOURCE_URL} code={code} />
          <RecentPlayers />
        </div>
      </main>
    </PageMessages>
  );
}

/** What the page says to search engines, with the site's name and how to search it as structured data. */
function SiteFacts() {
  const t = useTranslations("Site");
  const locale = useLocale();
  const home = `${publicUrl()}/${locale}`;
  const description = t("description");
  const facts = {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: t("name"),
    description,
    inLanguage: locale,
    url: home,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${home}/player?username={username}` },
      "query-input": "required name=username",
    },
  };
  return (
    <>
      <PageMetadata path="" description={description} />
      <JsonLd data={facts} />
    </>
  );
}
