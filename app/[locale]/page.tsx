import { useLocale, useTranslations } from "next-intl";
import { RecentPlayers } from "@/app/_components/home/recent-players.tsx";
import { ApiTeaser } from "@/app/_components/home/api-teaser.tsx";
import { Lookup } from "@/app/_components/lookup/lookup.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { JsonLd, PageMain } from "@/app/_components/elements.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { anyName, publicUrl } from "@/app/_server/site-configuration.ts";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed } from "@/lib/contract/identifiers.ts";

export default async function HomePage({ params }: PageProps<"/[locale]">) {
  await localeOf(params);
  return (
    <PageMessages of="lookup">
      <SiteFacts />
      <PageMain>
        <div className="flex flex-col gap-12">
          {/* Not centred: the first paint must not move when the rest of the page arrives. */}
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2 xl:gap-x-16">
            <Lookup anyName={anyName()} />
            <ApiTeaser />
          </div>
          <RecentPlayers />
          <LookupHints />
        </div>
      </PageMain>
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

const kinds = [
  { kind: "javaName", example: examplePlayer.javaName },
  { kind: "gamertag", example: `.${examplePlayer.gamertag}` },
  { kind: "uuid", example: dashed(examplePlayer.uuid) },
  { kind: "xuid", example: examplePlayer.xuid },
] as const;

/** The kinds of identifiers that can be looked up. */
function LookupHints() {
  const t = useTranslations("LookupHints");
  return (
    <section aria-labelledby="hints" className="flex flex-col gap-4">
      <h2 id="hints" className="text-lg font-bold">
        {t("title")}
      </h2>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {kinds.map(({ kind, example }) => (
          <li key={kind} className="border-t-4 border-line pt-3">
            <h3 className="font-semibold">{t(`${kind}.title`)}</h3>
            <p className="text-sm text-muted text-pretty">{t(`${kind}.hint`)}</p>
            <p className="pt-2">
              <code dir="ltr" className="font-mono text-[0.8125rem] wrap-anywhere">
                {example}
              </code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
