import type { Metadata } from "next";
import { hasLocale } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { JsonLd, PageMain } from "@/app/_components/elements.tsx";
import { canonicalName, relationOf } from "@/app/_components/player/people.ts";
import { pastsOf } from "@/app/_components/player/past.ts";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { playerIdOf, playerPath } from "@/lib/site/player-path.ts";
import { PlayerView } from "@/app/_components/player/player-view.tsx";
import { historyFor, profileFor, recentNames } from "@/app/_server/profile.ts";
import { pageMetadata } from "@/app/_server/page-metadata.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { playerMessages } from "@/lib/i18n/page-messages.ts";
import { similarNames } from "@/lib/site/similar-names.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { dashed, editionMeant, parseIdentifier } from "@/lib/contract/identifiers.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";

/** No name is longer than this; longer text does not belong in a title. */
const LONGEST_TITLE = 64;
const SOCIAL_IMAGE = { width: 1200, height: 630 };

/** Requested once for the page and its metadata. */
const resultFor = cache(profileFor);

export async function generateMetadata(props: PageProps<"/[locale]/player/[id]">) {
  const { locale, id: segment } = await props.params;
  if (!hasLocale(routing.locales, locale)) return {};
  const t = await getTranslations("PlayerPage");
  const failures = await getTranslations("Failure");
  const id = playerIdOf(segment);
  const result = await resultFor(id);
  if (!result.found) {
    const short = id.length <= LONGEST_TITLE;
    const title = short ? t("failureTitle", { id }) : failures(`${result.code}.title`);
    return { title, robots: { index: false } } satisfies Metadata;
  }
  const { java, bedrock } = result.profile;
  const name = canonicalName(result.profile);
  const path = playerPath(name);
  const site = await getTranslations("Site");
  const editions = bedrock === undefined ? "java" : java === undefined ? "bedrock" : "both";
  return pageMetadata({
    locale,
    path,
    title: name,
    description: site(`player.${editions}`, { name }),
    image: {
      url: `${publicUrl()}/${locale}${path}/opengraph-image`,
      ...SOCIAL_IMAGE,
      alt: t("socialImage", { name }),
    },
    about: { type: "profile", username: name },
  });
}

export default async function PlayerPage(props: PageProps<"/[locale]/player/[id]">) {
  const { locale, id: segment } = await props.params;
  if (!hasLocale(routing.locales, locale)) notFound();
  const id = playerIdOf(segment);
  const result = await resultFor(id);
  if (!result.found) {
    const isUnknown = result.code === "NOT_FOUND";
    const similar = isUnknown ? similarNames(id, await recentNames()) : [];
    return (
      <PageMain>
        <PlayerFailure {...result} id={id} similar={similar} />
      </PageMain>
    );
  }
  const { profile } = result;
  const pasts = await pastsOf(profile, await historyFor(id));
  return (
    <PageMain>
      <StructuredData profile={profile} page={`${publicUrl()}/${locale}`} />
      <PageMessages locale={locale} json={playerMessages(await getMessages())}>
        <PlayerView
          username={id}
          profile={profile}
          pasts={pasts}
          origin={publicUrl()}
          meant={editionOf(id)}
        />
      </PageMessages>
    </PageMain>
  );
}

function editionOf(id: string) {
  const identifier = parseIdentifier(id);
  return identifier === null ? undefined : editionMeant(identifier);
}

interface StructuredDataProps {
  profile: ProfileBody;
  /** The URL of the site in this language, to which the player's path is added. */
  page: string;
}

/** The player for search engines, as JSON-LD (schema.org ProfilePage). */
function StructuredData({ profile, page }: StructuredDataProps) {
  const { java, bedrock } = profile;
  const name = canonicalName(profile);
  // Two players with the same name must not be merged into one.
  const second = java === undefined || relationOf(profile) === "linked" ? bedrock : undefined;
  const data = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: `${page}${playerPath(name)}`,
    dateModified: profile.fetched_at,
    mainEntity: {
      "@type": "Person",
      name,
      ...(second !== undefined && second.gamertag !== name && { alternateName: second.gamertag }),
      image: `${page}${playerPath(name)}/opengraph-image`,
      identifier: [
        ...(java === undefined ? [] : [property("UUID", dashed(java.uuid))]),
        ...(second === undefined ? [] : [property("XUID", second.xuid_decimal)]),
      ],
    },
  };
  return <JsonLd data={data} />;
}

function property(name: string, value: string) {
  return { "@type": "PropertyValue", propertyID: name, value };
}
