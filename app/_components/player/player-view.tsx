"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { profileUrl } from "@/lib/contract/urls.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { areApart, canonicalName, playersOf, relationOf } from "@/lib/site/people.ts";
import { EditionLabel } from "./controls.tsx";
import { Editions } from "./editions.tsx";
import { Freshness } from "./freshness.tsx";
import { HeadBuilder } from "./head-builder.tsx";
import type { Histories } from "./history.tsx";
import { SkinStage } from "./skin-stage.tsx";
import { nameInput, NameTag, PlayerName } from "../elements.tsx";
import { Icon, type Shape } from "../icon.tsx";
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

/** Everything that is known about a player. */
export function PlayerView(props: PlayerViewProps) {
  const facts = (
    <div className="flex min-w-0 flex-col gap-6">
      <Freshness {...props} />
      <Warnings {...props} />
      <Editions {...props} />
    </div>
  );
  return (
    <div className="flex flex-col gap-8">
      <PlayerSearch />
      {areApart(props.profile) ? (
        <>
          <PlayerHero {...props} />
          <div className="mx-auto w-full max-w-md">
            <SkinStage {...props} />
          </div>
          {facts}
          <HeadBuilder {...props} />
        </>
      ) : (
        // Linked accounts: on a wide screen, the tag floats above the player, beside the facts.
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[21.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr_auto]">
          <PlayerHero {...props} />
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
            <div className="lg:sticky lg:top-6">
              <SkinStage {...props} />
            </div>
          </div>
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{facts}</div>
          <div className="min-w-0 pt-4 lg:col-start-2 lg:row-start-3">
            <HeadBuilder {...props} />
          </div>
        </div>
      )}
    </div>
  );
}

/** How many letters fit into a name tag on the narrowest screens. */
const LETTERS_AT_FULL_SIZE = 11;

/** The name tag, and whether two players share the name. */
function PlayerHero(props: PlayerViewProps) {
  const t = useTranslations("PlayerHero");
  const { profile } = props;
  const { bedrock } = profile;
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
          {playersOf(profile).map(({ edition }) => (
            <li key={edition}>
              <EditionLabel edition={edition} />
            </li>
          ))}
        </ul>
      )}
      {relation === "linked" && bedrock !== undefined && bedrock.gamertag !== name && (
        <p className="text-muted">{t.rich("also", { gamertag: bedrock.gamertag, name: asName })}</p>
      )}
      <Actions {...props} />
    </header>
  );
}

function asName(name: ReactNode) {
  return <bdi className="font-semibold text-ink">{name}</bdi>;
}

/** Share the page, copy a command, or open the JSON. */
function Actions({ profile, username, origin }: PlayerViewProps) {
  const t = useTranslations("PlayerActions");
  const url = profileUrl(username);
  return (
    <ul aria-label={t("title")} className="flex flex-wrap items-center justify-center gap-x-4">
      <CopyAction
        label={t("share")}
        icon="share"
        onCopy={async (copy) => {
          const { href } = location;
          if (navigator.share === undefined) return copy(href);
          // Rejected when the visitor cancels.
          await navigator
            .share({ title: canonicalName(profile), url: href })
            .catch(() => undefined);
        }}
      />
      <CopyAction
        label={t("curl")}
        icon="terminal"
        onCopy={(copy) => copy(`curl "${origin}${url}"`)}
      />
      <li>
        <a href={url} className="action">
          <Icon shape="braces" size={16} />
          {t("json")}
        </a>
      </li>
    </ul>
  );
}

interface CopyActionProps {
  label: string;
  icon: Shape;
  onCopy: (copy: (text: string) => Promise<void>) => Promise<void>;
}

/** A button that says for a moment whether copying worked. */
function CopyAction({ label, icon, onCopy }: CopyActionProps) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  return (
    <li className="noscript:hidden">
      <span className="inline-flex items-center gap-2 text-sm">
        <button type="button" onClick={() => void onCopy(copy)} className="action">
          <Icon shape={icon} size={16} />
          {label}
        </button>
        <span role="status" className={outcome === "failed" ? "text-bad" : "text-good"}>
          {outcome !== null && t(outcome)}
        </span>
      </span>
    </li>
  );
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
      <div className="name-tag flex gap-1 p-0.5 focus-within:[--box:var(--color-tag-lit)]">
        <input
          {...nameInput}
          placeholder={t("placeholder")}
          required
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
function Warnings({ profile }: Pick<PlayerViewProps, "profile">) {
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
