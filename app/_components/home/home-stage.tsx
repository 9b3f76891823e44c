import { useLocale, useTranslations } from "next-intl";
import { Fragment } from "react";
import { offersBedrock } from "@/app/_server/site-configuration.ts";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed, type NameRules } from "@/lib/contract/identifiers.ts";
import { direction } from "@/site/i18n/languages.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { playerPath } from "@/site/pages/player-path.ts";
import { SearchForm } from "../lookup/search-form.tsx";
import { EXAMPLES } from "../lookup/search-ids.ts";
import { exampleFound } from "./example-player.ts";
import { Figure, figureOf } from "./player-figure.tsx";
import { Result } from "./result.tsx";
import { SearchStage } from "./idle-stages.tsx";
import { Tiles } from "./tiles.tsx";

interface HomeStageProps {
  nameRules: NameRules;
  /** The URL of this instance. */
  base: string;
}

/** The search, who was found, the player in 3D, and every view of them as an image with its URL. */
export function HomeStage({ nameRules, base }: HomeStageProps) {
  const t = useTranslations("HomePage");
  // The figure looks at the text.
  const yaw = direction(useLocale()) === "rtl" ? -30 : 30;
  return (
    <section aria-labelledby="title" className="stage border-b border-stage-line">
      {/* The figure is on the first screen of wide windows only. */}
      <link
        rel="preload"
        as="image"
        href={figureOf({ player: exampleFound, yaw })}
        media="(width >= 64rem)"
        fetchPriority="high"
      />
      <div className="site-width grid grid-cols-[minmax(0,1fr)] gap-x-12 pt-5 pb-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr_auto] lg:pt-7">
        <div>
          <h1
            id="title"
            className="text-[clamp(1.875rem,1.02rem+3.8vw,3.75rem)] leading-[1.06] font-bold tracking-[-0.032em] [:lang(ar)>&]:leading-[1.3] [:lang(ar)>&]:tracking-normal [:lang(ja)>&]:text-[clamp(1.25rem,0.8rem+2.6vw,3rem)] [:lang(ja)>&]:leading-[1.2]"
          >
            {t.rich("title", { br: lineBreak })}
          </h1>
          <p className="max-w-2xl pt-3 pb-4 text-pretty text-stage-muted lg:text-lg">
            {offersBedrock() ? t("lead") : t("javaOnly")}
          </p>
          <SearchForm />
          <Examples />
        </div>
        <SearchStage nameRules={nameRules} base={base} yaw={yaw}>
          <Result player={exampleFound} />
          <Figure player={exampleFound} yaw={yaw} />
          <Tiles player={exampleFound} base={base} />
        </SearchStage>
      </div>
    </section>
  );
}

function lineBreak() {
  return <br />;
}

const examples = [
  { text: "Captain_Cobble" },
  { text: ".Mossy_Minnow", isBedrock: true },
  { text: examplePlayer.xuid, kind: "xuid", isBedrock: true },
  { text: dashed(examplePlayer.uuid), kind: "uuid" },
] as const;

const EXAMPLE =
  "inline-flex min-h-11 items-center px-2 text-stage-ink underline decoration-stage-edge underline-offset-4 hover:decoration-current";

const isOffered = (one: (typeof examples)[number]) => offersBedrock() || !("isBedrock" in one);

/** Examples of searches: links to the players' pages, which fill the box once `Combobox` listens; and to lists. */
function Examples() {
  const t = useTranslations("HomePage.examples");
  const locale = useLocale();
  return (
    <p
      id={EXAMPLES}
      className="-ms-2 flex [:has(#username[aria-expanded=true])~&]:invisible flex-wrap items-center gap-x-1 pt-1 pb-2 text-sm text-stage-muted"
    >
      <span className="ps-2">{t("title")}</span>
      {examples.filter(isOffered).map((one, index) => (
        <Fragment key={one.text}>
          {/* On a phone, names in one line and ids in the next. */}
          {index === 2 && <span className="basis-full sm:hidden" />}
          <a
            href={localePath(locale, playerPath(one.text))}
            data-example={one.text}
            className={EXAMPLE}
          >
            {"kind" in one ? <bdi>{t(one.kind)}</bdi> : <bdi translate="no">{one.text}</bdi>}
          </a>
        </Fragment>
      ))}
      <a href={localePath(locale, "/list")} className={EXAMPLE}>
        {t("list")}
      </a>
    </p>
  );
}
