import { createHash } from "node:crypto";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { PageMain } from "@/app/_components/elements.tsx";
import { OtherPlayers } from "@/app/_components/player/other-players.tsx";
import { PlayerFailure } from "@/app/_components/player/player-failure.tsx";
import { JsonLd, PageMetadata } from "@/app/_components/page-metadata.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { localePath } from "@/site/i18n/routing.ts";
import { canonicalName, formerNames, playersOf, relationOf } from "@/site/pages/people.ts";
import { previewFiguresOf } from "@/site/pages/player-images.ts";
import { idInUrl, playerIdOf, playerPath } from "@/site/pages/player-path.ts";
import { historyParts, playerParts } from "@/app/_components/player/player-parts.tsx";
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
  const result = await profileOf(id);
  if ("code" in result) {
    const recent = await recentPlayers();
    const similar = result.code === "NOT_FOUND" ? similarPlayers(id, recent) : [];
    return (
      <PageMain>
        <PlayerFailure
          {...result}
          id={id}
          identifier={parseIdentifier(id, nameRules())}
          similar={similar}
        />
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
        <Player id={id} profile={profile} history={history} />
      </PageMessages>
    </PageMain>
  );
}

interface Known {
  profile: ProfileBody;
  history: HistoryBody | null;
}

function Player(props: Known & { id: string }) {
  const { id, profile, history } = props;
  const identifier = parseIdentifier(id, nameRules());
  const meant = identifier ? editionMeant(identifier) : undefined;
  const data = { username: id, meant, profile, origin: publicUrl() };
  const rendered = { ...playerParts(data), ...historyParts(profile, history) };
  return <PlayerView {...data} rendered={rendered} />;
}

/** Tells search engines (schema.org ProfilePage) and link previews about the player. */
function PlayerMetadata({ profile, history }: Known) {
  const t = useTranslations("Site.player");
  const marks = useTranslations("EditionMarks");
  const format = useFormatter();
  const { java, bedrock } = profile;
  const name = canonicalName(profile);
  const path = playerPath(idInUrl(profile));
  const url = publicUrl() + localePath(useLocale(), path);
  // Chats keep the image of a URL for good.
  const shown = JSON.stringify([name, previewFiguresOf(profile)]);
  const version = createHash("sha256").update(shown).digest("base64url").slice(0, 12);
  const image = `${url}/opengraph-image?v=${version}`;
  const editions = bedrock === undefined ? "java" : java === undefined ? "bedrock" : "both";
  const relation = relationOf(profile);
  // Two players with the same name must not be merged into one.
  const second = java === undefined || relation === "linked" ? bedrock : undefined;
  const former = formerNames(profile, history).length;
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
        path={path}
        title={name}
        previewTitle={t("title", {
          name,
          editions: format.list(playersOf(profile).map(({ edition }) => marks(edition))),
        })}
        description={t(editions, { name, relation, former })}
        image={{ url: image, alt: t("socialImage", { name }) }}
        type="profile"
        username={name}
      />
      <JsonLd data={data} />
    </>
  );
}

function property(name: string, value: string) {
  return { "@type": "PropertyValue", propertyID: name, value };
}
