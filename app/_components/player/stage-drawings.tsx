import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { playersOf, type EditionPlayer } from "@/site/pages/people.ts";
import { figureOf, imageOf } from "@/site/pages/player-images.ts";
import { NamePlate, PlayerName, UnknownHead } from "../elements.tsx";
import { DOWNLOAD } from "../file-icon-paths.ts";
import { Icon } from "../icon.tsx";
import { IfLost, SkinImage } from "./lost-skins.tsx";

const sides = ["iso", "front", "back"] as const;
/** Twelve pixels for each texel of a flat view, six on a phone: whole, so that all are equally large. */
const FIGURE_HEIGHT = 384;
/** For screens with two pixels for each of the page's: those of a phone have as many as others with one. */
const DENSE_HEIGHT = 2 * FIGURE_HEIGHT;
const SIZES = `(width < 48rem) ${FIGURE_HEIGHT / 4}px, ${FIGURE_HEIGHT / 2}px`;

/*
 * The drawings of both editions on the stage, from each side. The stylesheet shows the chosen one.
 */

export function NamePlates({ profile }: { profile: ProfileBody }) {
  return playersOf(profile).map(({ edition, name }) => (
    <p key={edition} aria-hidden data-of={edition} className="skin-plate">
      <NamePlate>
        <PlayerName name={name} />
      </NamePlate>
    </p>
  ));
}

export function Figures({ profile }: { profile: ProfileBody }) {
  return playersOf(profile).map((player, index) => (
    <EditionFigures key={player.edition} player={player} isFirst={index === 0} />
  ));
}

/** A player's drawings. All but the first are loaded when they are shown. */
function EditionFigures({ player, isFirst }: { player: EditionPlayer; isFirst: boolean }) {
  const t = useTranslations("SkinStage");
  const textures = useTranslations("Textures");
  const { edition, name, profile } = player;
  return sides.map((side) => {
    const url = figureOf(profile, side, FIGURE_HEIGHT);
    const dense = figureOf(profile, side, DENSE_HEIGHT);
    return (
      <div key={side} data-of={edition} data-side={side} className="skin-figure">
        <SkinImage
          edition={edition}
          url={url}
          srcSet={`${url} ${FIGURE_HEIGHT / 2}w, ${dense} ${DENSE_HEIGHT / 2}w`}
          sizes={SIZES}
          alt={t("figure", { name, view: t(side) })}
          width={FIGURE_HEIGHT / 2}
          height={FIGURE_HEIGHT}
          isLazy={!isFirst || side !== "iso"}
          isSmooth={side === "iso"}
          className=""
          fallback={
            <>
              <UnknownHead size={96} />
              {textures(url === null ? "noSkin" : "failed")}
            </>
          }
        />
      </div>
    );
  });
}

export function SkinDownloads({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("Textures");
  return playersOf(profile).map(({ edition, name, profile: one }) => {
    const skin = imageOf("skin", one);
    if (skin === null) return null;
    const label = t("downloadSkin", { name });
    const content = (
      <>
        <Icon path={DOWNLOAD} size={18} />
        {t("skin")}
      </>
    );
    const disabled = (
      <button type="button" disabled data-of={edition} aria-label={label} className="button">
        {content}
      </button>
    );
    return (
      <IfLost key={edition} edition={edition} lost={disabled}>
        <a
          data-of={edition}
          href={skin}
          download={`${name}-${edition}-skin.png`}
          aria-label={label}
          className="button"
        >
          {content}
        </a>
      </IfLost>
    );
  });
}
