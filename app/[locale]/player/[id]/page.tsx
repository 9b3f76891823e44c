import { useLocale, useTranslations } from "next-intl";
import { getMessages } from "next-intl/server";
import { JsonLd, PageMain } from "@/app/_components/elements.tsx";
import { canonicalName, relationOf } from "@/app/_components/player/people.ts";
import { pastsOf } from "@/app/_components/player/past.ts";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { playerIdOf, playerPath } from "@/lib/site/player-path.ts";
import { PlayerView } from "@/app/_components/player/player-view.tsx";
import { historyFor, profileFor, recentNames } from "@/app/_server/profile.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { playerMessages } from "@/lib/i18n/page-messages.ts";
import { similarNames } from "@/lib/site/similar-names.ts";
import { dashed, editionMeant, parseIdentifier } from "@/lib/contract/identifiers.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";

export default async function PlayerPage(props: PageProps<"/[locale]/player/[id]">) {
  const locale = await localeOf(props.params);
  const id = playerIdOf((await props.params).id);
  const result = await profileFor(id);
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
      <PlayerMetadata profile={profile} />
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

/** What the page says about the player to search engines and link previews. */
function PlayerMetadata({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("Site.player");
  const { java, bedrock } = profile;
  const name = canonicalName(profile);
  const path = playerPath(name);
  const editions = bedrock === undefined ? "java" : java === undefined ? "bedrock" : "both";
  return (
    <PageMetadata
      path={path}
      title={name}
      description={t(editions, { name })}
      image={{
        url: `${publicUrl()}/${useLocale()}${path}/opengraph-image`,
        alt: t("socialImage", { name }),
      }}
      type="profile"
      username={name}
    />
  );
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
