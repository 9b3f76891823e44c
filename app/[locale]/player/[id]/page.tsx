import { useFormatter, useLocale, useTranslations } from "next-intl";
import { PageMain } from "@/app/_components/elements.tsx";
import { OtherPlayers } from "@/app/_components/player/other-players.tsx";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { JsonLd, PageMetadata } from "@/app/_components/page-metadata.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { linkPreviewOf } from "@/site/pages/link-preview.ts";
import { playersOf } from "@/site/pages/people.ts";
import { playerIdOf } from "@/site/pages/player-path.ts";
import { PlayerView } from "@/app/_components/player/player-view.tsx";
import { historyOf, profileOf, recentPlayers } from "@/app/_server/profile.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { nameRules, publicUrl } from "@/app/_server/site-configuration.ts";
import { similarPlayers } from "@/site/pages/similar-names.ts";
import { dashed, editionMeant, parseIdentifier } from "@/lib/contract/identifiers.ts";
import type { HistoryBody, ProfileBody } from "@/lib/contract/profile.ts";

export default async function PlayerPage(props: PageProps<"/[locale]/player/[id]">) {
  await localeOf(props.params);
  const id = playerIdOf((await props.params).id);
  const identifier = parseIdentifier(id, nameRules());
  const result = await profileOf(id);
  if ("code" in result) {
    const recent = await recentPlayers();
    const similar = result.code === "NOT_FOUND" ? similarPlayers(id, recent) : [];
    return (
      <PageMain>
        <PlayerFailure {...result} id={id} identifier={identifier} similar={similar} />
        <OtherPlayers id={id} isRight={result.status >= 500} recent={recent} />
      </PageMain>
    );
  }
  const { profile } = result;
  const history = await historyOf(id);
  return (
    <PageMain>
      <PlayerMetadata profile={profile} history={history} />
      <PageMessages of="player">
        <PlayerView
          username={id}
          meant={identifier ? editionMeant(identifier) : undefined}
          profile={profile}
          history={history}
          origin={publicUrl()}
        />
      </PageMessages>
    </PageMain>
  );
}

interface Known {
  profile: ProfileBody;
  history: HistoryBody | null;
}

/** Tells search engines (schema.org ProfilePage) and link previews about the player. */
function PlayerMetadata({ profile, history }: Known) {
  const t = useTranslations("Site.player");
  const marks = useTranslations("EditionMarks");
  const format = useFormatter();
  const { java, bedrock } = profile;
  const preview = linkPreviewOf({ locale: useLocale(), profile, history, base: publicUrl() });
  const { name, url, image, embed, description, values } = preview;
  // Two players with the same name must not be merged into one.
  const second = java === undefined || values.relation === "linked" ? bedrock : undefined;
  const data = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url,
    dateModified: profile.fetched_at,
    mainEntity: {
      "@type": "Person",
      name,
      ...(second !== undefined && second.gamertag !== name && { alternateName: second.gamertag }),
      image,
      identifier: [
        ...(java === undefined ? [] : [property("UUID", dashed(java.uuid))]),
        ...(second === undefined ? [] : [property("XUID", second.xuid_decimal)]),
      ],
    },
  };
  return (
    <>
      <PageMetadata
        path={preview.path}
        title={name}
        previewTitle={t("title", {
          name,
          editions: format.list(playersOf(profile).map(({ edition }) => marks(edition))),
        })}
        description={t(description, values)}
        image={{ url: image, alt: t("socialImage", { name }) }}
        type="profile"
        username={name}
      />
      {embed !== undefined && (
        <link rel="discord:component-embed" type="application/json" href={embed} />
      )}
      <JsonLd data={data} />
    </>
  );
}

function property(name: string, value: string) {
  return { "@type": "PropertyValue", propertyID: name, value };
}
