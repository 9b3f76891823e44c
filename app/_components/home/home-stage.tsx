"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState, type MouseEvent } from "react";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed, type NameRules } from "@/lib/contract/identifiers.ts";
import { address } from "@/lib/contract/urls.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { NamePlate, UnknownHead } from "../elements.tsx";
import { PixelImage } from "../pixel-image.tsx";
import { SearchForm } from "../lookup/lookup.tsx";
import type { FoundPlayer } from "../lookup/preview.ts";
import { useSuggestions, type Suggestions } from "../lookup/use-suggestions.ts";
import { Result } from "./result.tsx";
import { Tiles } from "./tiles.tsx";

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
    <section aria-labelledby="title" className="stage border-b border-stage-line">
      <div className="site-width grid grid-cols-[minmax(0,1fr)] gap-x-12 py-5 lg:grid-cols-[minmax(0,1fr)_25rem] lg:pt-7 lg:pb-0">
        <div className="lg:pb-5">
          <h1
            id="title"
            className="text-[clamp(2.125rem,1.4rem+3vw,3.75rem)] leading-[1.06] font-bold tracking-[-0.032em] [:lang(ar)>&]:leading-[1.3] [:lang(ar)>&]:tracking-normal"
          >
            {t.rich("title", { br: lineBreak })}
          </h1>
          <p className="max-w-2xl pt-3 pb-4 text-pretty text-stage-muted lg:text-lg">{t("lead")}</p>
          <SearchForm suggestions={suggestions} />
          <Examples onChoose={suggestions.setText} />
          <Result suggestions={suggestions} player={player} />
        </div>
        {/* In the light of a lantern. */}
        <div
          id="figure"
          className="relative hidden flex-col items-center justify-end gap-4 self-stretch bg-[radial-gradient(closest-side,color-mix(in_srgb,var(--color-lantern)_26%,transparent),transparent)] bg-size-[100%_92%] bg-position-[50%_45%] bg-no-repeat pb-7 lg:flex"
        >
          {/* A new plate for each name: one that grows would be a layout shift. */}
          <NamePlate key={username} className="px-[18px] pt-[7px] pb-[8px] text-xl [--cut:5px]">
            <bdi>{username}</bdi>
          </NamePlate>
          <PixelImage
            url={headUrl === null ? null : figure}
            alt={t("result.figure", { name: username })}
            width={FIGURE_SIZE / 2}
            height={FIGURE_SIZE}
            isSmooth
            isLazy
            fallback={<UnknownHead size={192} className="z-1 my-28" />}
            className="relative z-1 h-104 w-auto max-w-full object-contain"
          />
          <span
            aria-hidden
            className="absolute bottom-[14px] h-[36px] w-[180px] bg-[rgb(0_0_0/0.38)] [clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]"
          />
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
    <p className="flex flex-wrap items-center gap-x-1 pt-1 pb-2 text-sm text-stage-muted">
      {t("title")}
      {examples.map((one) => (
        <a
          key={one.text}
          href={localePath(locale, playerPath(one.text))}
          onClick={(event) => choose(event, one.text)}
          className="inline-flex min-h-11 items-center px-2 text-stage-ink underline decoration-stage-edge underline-offset-4 hover:decoration-current"
        >
          <bdi>{"kind" in one ? t(one.kind) : one.text}</bdi>
        </a>
      ))}
    </p>
  );
}
