"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState, type MouseEvent, type ReactNode } from "react";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed, type NameRules } from "@/lib/contract/identifiers.ts";
import { address } from "@/lib/contract/urls.ts";
import { skinViews } from "@/lib/contract/views.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { CopyButton } from "../copy-button.tsx";
import { EditionMarks, NamePlate, PlayerName, UnknownHead } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { PixelImage, PlayerHead } from "../images.tsx";
import { SearchForm } from "../lookup/lookup.tsx";
import type { FoundPlayer } from "../lookup/preview.ts";
import { hasNote, Note } from "../lookup/suggestion-list.tsx";
import { storeSearch, useSuggestions, type Suggestions } from "../lookup/use-suggestions.ts";

/** Who is shown before anything is searched for: the player of every example. */
const example: FoundPlayer = {
  username: examplePlayer.javaName,
  editions: ["java", "bedrock"],
  headUrl: address("/head", { username: examplePlayer.javaName, type: "java" }),
  uuid: examplePlayer.uuid,
  xuid: examplePlayer.xuid,
  hasCape: true,
};

interface HomeStageProps {
  nameRules: NameRules;
  /** The URL of this instance. */
  base: string;
}

/** The search, who was found, the player in 3D, and every view of them as an image with its URL. */
export function HomeStage({ nameRules, base }: HomeStageProps) {
  const t = useTranslations("HomePage");
  const suggestions = useSuggestions(nameRules);
  const player = useShownPlayer(suggestions);
  const { username, id = username, headUrl } = player;
  const figure = address("/body", { username: id, view: "iso", size: FIGURE_SIZE });
  return (
    <section aria-labelledby="title" className="home-stage stage">
      <div className="home-top">
        <div className="home-search">
          <h1 id="title">{t.rich("title", { br: lineBreak })}</h1>
          <p>{t("lead")}</p>
          <SearchForm suggestions={suggestions} isResultShown />
          <Examples onChoose={suggestions.setText} />
          <Result suggestions={suggestions} player={player} />
        </div>
        <div className="home-figure">
          {/* A new plate for each name: one that grows would be a layout shift. */}
          <NamePlate key={username}>
            <bdi>{username}</bdi>
          </NamePlate>
          <PixelImage
            url={headUrl === null ? null : figure}
            alt={t("result.figure", { name: username })}
            width={FIGURE_SIZE / 2}
            height={FIGURE_SIZE}
            isSmooth
            isLazy
            fallback={<UnknownHead size={192} />}
          />
          <span aria-hidden className="home-floor" />
        </div>
      </div>
      <Tiles player={player} base={base} />
    </section>
  );
}

function lineBreak() {
  return <br />;
}

/** In pixels: twice as high as it is shown on most screens would be twice as many bytes. */
const FIGURE_SIZE = 512;

/** The player in the search; while there is none, the one before. */
function useShownPlayer({ wanted, found: [found] }: Suggestions): FoundPlayer {
  const [shown, setShown] = useState(example);
  const next = wanted === "" ? example : found;
  if (next !== undefined && keyOf(next) !== keyOf(shown)) setShown(next);
  return shown;
}

function keyOf({ username, uuid, xuid, hasCape, headUrl }: FoundPlayer): string {
  return JSON.stringify([username, uuid, xuid, hasCape, headUrl]);
}

const examples = [
  { text: "Captain_Cobble" },
  { text: ".Mossy_Minnow" },
  { text: examplePlayer.xuid, kind: "xuid" },
  { text: dashed(examplePlayer.uuid), kind: "uuid" },
] as const;

/** What can be searched for. Without JavaScript, links to the players' pages. */
function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useTranslations("HomePage.examples");
  const locale = useLocale();
  const choose = (event: MouseEvent, text: string) => {
    const box = document.querySelector<HTMLInputElement>("#username");
    if (box === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    box.value = text;
    onChoose(text);
  };
  return (
    <p className="home-examples">
      {t("title")}
      {examples.map((one) => (
        <a
          key={one.text}
          href={localePath(locale, playerPath(one.text))}
          onClick={(event) => choose(event, one.text)}
        >
          <bdi>{"kind" in one ? t(one.kind) : one.text}</bdi>
        </a>
      ))}
    </p>
  );
}

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 56;

/** Who was found, or why no player was. It has the same height for all. */
function Result({ suggestions, player }: { suggestions: Suggestions; player: FoundPlayer }) {
  const t = useTranslations("HomePage.result");
  const said = useTranslations("Suggestions");
  const locale = useLocale();
  const { state, wanted } = suggestions;
  const { username, id = username, editions, headUrl, uuid, xuid } = player;
  const isPending = state === "pending";
  if (hasNote(state)) {
    return (
      <section aria-label={t("title")} className="home-result">
        <div className="home-found">
          <UnknownHead size={HEAD_SIZE} />
          <Note suggestions={suggestions} />
        </div>
      </section>
    );
  }
  return (
    <section aria-label={t("title")} aria-busy={isPending} className="home-result">
      <div className="home-found" key={username}>
        <PlayerHead url={headUrl} size={HEAD_SIZE} />
        <div className="min-w-0 grow">
          <h2>
            <PlayerName name={username} />
          </h2>
          <p className="flex flex-wrap gap-x-4">
            <EditionMarks editions={editions} />
            {editions.length > 1 && (
              <span className="home-linked">
                <Icon shape="link-2" size={16} />
                {t("linked")}
              </span>
            )}
          </p>
        </div>
        <a
          href={localePath(locale, playerPath(id))}
          onClick={() => wanted !== "" && storeSearch(player)}
          className="button"
        >
          {t("open")}
          <Icon shape="arrow" size={16} className="rtl:-scale-x-100" />
        </a>
      </div>
      {/* New elements for each player: those that stay would move. */}
      <dl key={`${username} ids`}>
        {uuid !== undefined && <Identifier name="UUID" value={dashed(uuid)} />}
        {xuid !== undefined && <Identifier name="XUID" value={xuid} />}
      </dl>
      {(isPending || state === "short") && (
        <p aria-hidden key={state} className="home-awaited">
          {said(isPending ? "awaited" : "enter")}
        </p>
      )}
    </section>
  );
}

function Identifier({ name, value }: { name: "UUID" | "XUID"; value: string }) {
  const id = `result-${name.toLowerCase()}`;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code id={id} dir="ltr">
          {value}
        </code>
        <CopyButton label={name} of={id} />
      </dd>
    </div>
  );
}

const cape = { name: "cape", path: "/cape", view: "front" } as const;
const shownViews = ["head", "head-iso", "bust", "body", "body-iso", "player"] as const;
type ShownView = (typeof shownViews)[number] | "cape";
const drawn = shownViews.flatMap((name) => skinViews.filter((view) => view.name === name));
/** The card, which is wide, comes last. */
const tiles = drawn.toSpliced(-1, 0, cape as never) as readonly {
  name: ShownView;
  path: string;
  view: string | undefined;
}[];
/** In all of these views, a pixel of a face is a whole number of pixels then. */
const TILE_SIZE = 96;

function bold(text: ReactNode) {
  return <b>{text}</b>;
}

/** Every view of a player: the image, its name and path, and its URL to copy. */
function Tiles({ player, base }: { player: FoundPlayer; base: string }) {
  const t = useTranslations("HomePage.views");
  const locale = useLocale();
  const { username, headUrl, hasCape } = player;
  const subject = player.id ?? username;
  return (
    <div className="home-views">
      <p>
        {t.rich("title", { b: bold })} <a href={localePath(locale, "/docs/head")}>{t("options")}</a>
      </p>
      <ul className={hasCape ? "home-tiles" : "home-tiles is-capeless"}>
        {tiles.map(({ name, path, view }) => {
          if (name === "cape" && !hasCape) return null;
          const url = address(path, { username: subject, view });
          const isSmooth = view === "iso" || name === "player";
          const id = `url-${name}`;
          return (
            <li key={name} className={`home-tile is-${name}`}>
              <a href={url}>
                <PixelImage
                  url={
                    headUrl === null
                      ? null
                      : address(path, {
                          username: subject,
                          view,
                          size: TILE_SIZE * (isSmooth ? 2 : 1),
                        })
                  }
                  alt={`${t(name)}: ${username}`}
                  width={TILE_SIZE}
                  height={TILE_SIZE}
                  isSmooth={isSmooth}
                  fallback={<UnknownHead size={TILE_SIZE} />}
                />
              </a>
              <div>
                <p>
                  <b>{t(name)}</b>
                  <code aria-hidden dir="ltr">
                    {view === "iso" ? "view=iso" : path}
                  </code>
                  <code id={id} dir="ltr" className="sr-only">
                    {base + url}
                  </code>
                </p>
                <CopyButton label={t("url", { view: t(name) })} of={id} />
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
