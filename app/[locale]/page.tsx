import { useLocale, useTranslations } from "next-intl";
import { Developers } from "@/app/_components/home/developers.tsx";
import { HomeStage } from "@/app/_components/home/home-stage.tsx";
import { Honesty } from "@/app/_components/home/honesty.tsx";
import { RecentStage } from "@/app/_components/home/idle-stages.tsx";
import { Programs, Services } from "@/app/_components/home/services.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { JsonLd, PageMetadata } from "@/app/_components/page-metadata.tsx";
import { homeScript } from "@/app/_components/page-script.ts";
import { OwnScript } from "@/app/_components/own-script.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import {
  nameRules,
  offersBedrock,
  publicUrl,
  siteConfiguration,
} from "@/app/_server/site-configuration.ts";

export default async function HomePage({ params }: PageProps<"/[locale]">) {
  await localeOf(params);
  return (
    <PageMessages of="lookup">
      <SiteFacts />
      <main id="content">
        <HomeStage nameRules={nameRules()} base={publicUrl()} />
        <OwnScript text={homeScript} />
        <div className="site-width">
          <div className="section grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem]">
            <Services base={publicUrl()} />
            <Programs />
          </div>
          <Developers base={publicUrl()} source={siteConfiguration().SOURCE_URL} />
          <Honesty />
          <RecentStage nameRules={nameRules()} />
        </div>
      </main>
    </PageMessages>
  );
}

/** Tells search engines about the page, with the site's name and how to search it as structured data. */
function SiteFacts() {
  const t = useTranslations("Site");
  const locale = useLocale();
  const home = `${publicUrl()}/${locale}`;
  const description = offersBedrock() ? t("description") : t("javaOnly.description");
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
