"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { Actions } from "./actions.tsx";
import { Editions } from "./editions.tsx";
import { Freshness } from "./freshness.tsx";
import { HeadBuilder } from "./head-builder.tsx";
import type { Pasts } from "./past.ts";
import { areApart, canonicalName, looksOf, relationOf } from "./people.ts";
import { SkinStage } from "./skin-stage.tsx";
import { NameTag, PlayerName } from "../elements.tsx";
import { EditionLabel } from "./edition-label.tsx";

interface PlayerViewProps {
  /** The identifier in the URL. */
  username: string;
  profile: ProfileBody;
  /** The player's history, rendered on the server. */
  pasts: Pasts;
  /** The site's own URL. */
  origin: string;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
}

/** Everything that is known about a player. */
export function PlayerView({ username, profile, pasts, origin, meant }: PlayerViewProps) {
  const looks = looksOf(profile);
  const hero = (
    <PlayerHero profile={profile}>
      <Actions name={canonicalName(profile)} username={username} origin={origin} />
    </PlayerHero>
  );
  const facts = (
    <div className="flex min-w-0 flex-col gap-6">
      <Freshness username={username} fetchedAt={profile.fetched_at} stale={profile.stale} />
      <Warnings profile={profile} />
      <Editions profile={profile} pasts={pasts} meant={meant} />
    </div>
  );
  return (
    <div className="flex flex-col gap-8">
      <PlayerSearch />
      {areApart(profile) ? (
        <>
          {hero}
          <div className="mx-auto w-full max-w-md">
            <SkinStage looks={looks} />
          </div>
          {facts}
          <HeadBuilder origin={origin} looks={looks} />
        </>
      ) : (
        // Linked accounts: on a wide screen, the tag floats above the player, beside the facts.
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[21.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr_auto]">
          {hero}
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
            <div className="lg:sticky lg:top-6">
              <SkinStage looks={looks} />
            </div>
          </div>
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{facts}</div>
          <div className="min-w-0 pt-4 lg:col-start-2 lg:row-start-3">
            <HeadBuilder origin={origin} looks={looks} />
          </div>
        </div>
      )}
    </div>
  );
}

/** How many letters fit into a name tag on the narrowest screens. */
const LETTERS_AT_FULL_SIZE = 11;

/** The name tag, and whether two players share the name. */
function PlayerHero({ profile, children }: { profile: ProfileBody; children: ReactNode }) {
  const t = useTranslations("PlayerHero");
  const { java, bedrock } = profile;
  const relation = relationOf(profile);
  const name = canonicalName(profile);
  const longest = Math.max(...name.split(/[_ ]/).map(({ length }) => length));
  const size = longest > LETTERS_AT_FULL_SIZE ? "text-xl" : "text-2xl";
  return (
    <header className="flex min-w-0 flex-col items-center gap-3 text-center">
      <h1 className="hover-gently max-w-full text-2xl leading-tight sm:text-3xl">
        <NameTag>
          <span className={`font-pixel ${size} sm:text-3xl`}>
            <PlayerName name={name} />
          </span>
        </NameTag>
      </h1>
      {relation === "namesakes" || relation === "unsure" ? (
        <p className="max-w-prose text-lg text-pretty">{t(relation, { name })}</p>
      ) : (
        <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1">
          {java !== undefined && (
            <li>
              <EditionLabel edition="java" />
            </li>
          )}
          {bedrock !== undefined && (
            <li>
              <EditionLabel edition="bedrock" />
            </li>
          )}
        </ul>
      )}
      {relation === "linked" && bedrock !== undefined && bedrock.gamertag !== name && (
        <p className="text-muted">{t.rich("also", { gamertag: bedrock.gamertag, name: asName })}</p>
      )}
      {children}
    </header>
  );
}

function asName(name: ReactNode) {
  return <bdi className="font-semibold text-ink">{name}</bdi>;
}

/** A plain search for another player, without JavaScript. */
function PlayerSearch() {
  const t = useTranslations("SearchForm");
  const locale = useLocale();
  return (
    <form role="search" action={localePath(locale, "/player")} method="get" className="w-full">
      <label htmlFor="username" className="sr-only">
        {t("label")}
      </label>
      <div className="name-tag flex gap-1 p-0.5 focus-within:[--box:var(--tag-lit)]">
        <input
          id="username"
          name="username"
          type="search"
          placeholder={t("placeholder")}
          required
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="search-input min-h-11"
        />
        <button type="submit" className="search-button min-h-11">
          {t("submit")}
        </button>
      </div>
    </form>
  );
}

/** Explains why a part of the profile is stale or missing. */
function Warnings({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("Warnings");
  const { stale, warnings = [] } = profile;
  if (!stale && warnings.length === 0) return null;
  return (
    <section
      aria-labelledby="warnings"
      className="rounded-lg bg-caution-surface px-4 py-3 text-sm text-pretty"
    >
      <h2 id="warnings" className="font-semibold text-caution">
        {t("title")}
      </h2>
      <ul className="list-disc ps-5">
        {stale && <li>{t("stale")}</li>}
        {warnings.map(({ edition }) => (
          <li key={edition}>
            {t(`${profile[edition] === undefined ? "missing" : "old"}.${edition}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
