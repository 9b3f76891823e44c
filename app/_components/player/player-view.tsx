"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { canonicalName, playersOf, relationOf } from "@/lib/site/people.ts";
import { Editions, Identifiers, LinkExplanation, LinkMark } from "./editions.tsx";
import { Freshness } from "./freshness.tsx";
import type { Histories } from "./history.tsx";
import { SkinStage } from "./skin-stage.tsx";
import { UsePlayer } from "./use-player.tsx";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { useCopy } from "../hooks.ts";

interface PlayerViewProps {
  /** The identifier in the URL. */
  username: string;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
  profile: ProfileBody;
  /** The player's history, rendered on the server. */
  histories: Histories;
  /** The site's own URL. */
  origin: string;
}

/** Everything that is known about a player. A refresh changes what is shown, and keeps what the visitor chose. */
export function PlayerView({ username, meant, origin, ...given }: PlayerViewProps) {
  const [{ profile, histories }, setShown] = useState(given);
  const { names, textures } = histories;
  const refreshed = async (current: ProfileBody) => {
    const page = await currentPage();
    if (page !== null) document.title = page.title;
    const partOf = (id: string, old: string) =>
      page === null ? old : (page.getElementById(id)?.innerHTML ?? "");
    setShown({
      profile: current,
      histories: {
        names: partOf("names", names),
        textures: partOf("seen-textures", textures),
      },
    });
  };
  return (
    <div className="player">
      <Warnings profile={profile} />
      <UnusableTextures profile={profile} />
      <div className="player-columns">
        <Title profile={profile} />
        <SkinStage profile={profile} />
        <div className="player-facts">
          <Editions profile={profile} meant={meant} />
          <LinkExplanation profile={profile} />
          <Identifiers profile={profile} />
          <Freshness username={username} profile={profile} onRefreshed={refreshed} />
        </div>
        <UsePlayer profile={profile} username={username} origin={origin} />
        <div id="names" className="player-names" dangerouslySetInnerHTML={{ __html: names }} />
        <div
          id="seen-textures"
          className="player-textures"
          dangerouslySetInnerHTML={{ __html: textures }}
        />
      </div>
    </div>
  );
}

/** This page as it is now, after a refresh; null when it cannot be loaded. */
async function currentPage(): Promise<Document | null> {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    if (!response.ok) return null;
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return null;
  }
}

/** The name, the editions, and whether two players share the name. */
function Title({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("PlayerHero");
  const relation = relationOf(profile);
  const name = canonicalName(profile);
  return (
    <header className="player-title">
      <h1>
        <PlayerName name={name} />
      </h1>
      <Share name={name} />
      <p>
        <EditionMarks editions={playersOf(profile).map(({ edition }) => edition)} />
        <LinkMark profile={profile} />
      </p>
      {(relation === "namesakes" || relation === "unsure") && (
        <p className="player-note">{t(relation, { name })}</p>
      )}
    </header>
  );
}

/** Shares the page, or copies its URL where the browser cannot. */
function Share({ name }: { name: string }) {
  const t = useTranslations("PlayerActions");
  const copying = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const share = async () => {
    const { href } = location;
    if (navigator.share === undefined) return copy(href);
    // Rejected when the visitor cancels.
    await navigator.share({ title: name, url: href }).catch(() => undefined);
  };
  return (
    <div className="noscript:hidden">
      <button type="button" onClick={() => void share()} className="button min-w-30">
        <Icon shape={outcome === "copied" ? "check" : "share"} size={18} />
        {/* Both lie in one cell, so the button keeps its width. */}
        <span className="in-one-cell">
          <span className={outcome === "copied" ? "invisible" : ""}>{t("share")}</span>
          <span className={outcome === "copied" ? "" : "invisible"}>{copying("copied")}</span>
        </span>
      </button>
      <span role="status" className="sr-only">
        {outcome !== null && copying(outcome)}
      </span>
    </div>
  );
}

/** Explains why a part of the profile is stale or missing, and since when. */
function Warnings({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("Warnings");
  const locale = useLocale();
  const format = useFormatter();
  const { stale, fetched_at: at } = profile;
  const failed = (profile.warnings ?? []).filter(({ code }) => code === "BAD_GATEWAY");
  if (!stale && failed.length === 0) return null;
  const date = format.dateTime(new Date(at), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const time = () => (
    <time dateTime={at} suppressHydrationWarning>
      {date} UTC
    </time>
  );
  return (
    <section aria-labelledby="warnings" className="notice">
      <Icon shape="warning" size={20} />
      <div>
        <h2 id="warnings">{t("title")}</h2>
        {stale && <p>{t("stale")}</p>}
        {failed.map(({ edition }) => (
          <p key={edition}>
            {t(`${profile[edition] === undefined ? "missing" : "old"}.${edition}`)}
          </p>
        ))}
        {stale && <p>{t.rich("known", { time })}</p>}
      </div>
      <a href={localePath(locale, "/status")} className="button">
        {t("status")}
      </a>
    </section>
  );
}

/** Says that a default skin or no cape is shown in place of a file that cannot be used. */
function UnusableTextures({ profile: { warnings = [] } }: { profile: ProfileBody }) {
  const t = useTranslations("Warnings");
  return warnings.map(
    ({ edition, code }) =>
      code !== "BAD_GATEWAY" && (
        <p key={`${edition} ${code}`} className="player-note">
          {t(code)}
        </p>
      ),
  );
}
