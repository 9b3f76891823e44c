import { useTranslations } from "next-intl";
import { NamePlate, UnknownHead } from "../elements.tsx";
import type { FoundPlayer } from "../lookup/known-player.ts";
import { figureUrl } from "./figure-url.ts";
import { TurnableFigure } from "./turnable-figure.tsx";

/** In pixels: twice as high as it is shown on most screens would be twice as many bytes. */
const SIZE = 512;

interface FigureProps {
  player: FoundPlayer;
  /** The angle from which the player is seen: from the side on which the text is. */
  yaw: number;
}

/** The URL of a player's figure. */
export function figureOf({ player: { username, id = username }, yaw }: FigureProps): string {
  return figureUrl(id, { yaw, size: SIZE });
}

/** A player in 3D under their plate, in the light of a lantern; not on a phone. */
export function Figure({ player, yaw }: FigureProps) {
  const t = useTranslations("HomePage.result");
  const { username, id = username, headUrl } = player;
  return (
    <div
      id="figure"
      className="relative hidden flex-col items-center justify-end gap-4 self-stretch bg-[radial-gradient(closest-side,color-mix(in_srgb,var(--color-glow)_26%,transparent),transparent)] bg-size-[100%_92%] bg-position-[50%_45%] bg-no-repeat pb-7 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex"
    >
      {/* A new plate for each name: one that grows would be a layout shift. */}
      <NamePlate
        key={username}
        unknown={headUrl === null}
        className="px-[18px] pt-[7px] pb-[8px] text-xl [--cut:5px]"
      >
        <bdi translate="no">{username}</bdi>
      </NamePlate>
      {headUrl === null ? (
        <UnknownHead size={192} className="z-1 my-28" />
      ) : (
        // A new one for each player: nothing of the last one stays.
        <TurnableFigure
          key={`figure of ${id}`}
          id={id}
          url={figureOf({ player, yaw })}
          yaw={yaw}
          alt={t("figure", { name: username })}
          label={t("turn", { name: username })}
          size={SIZE}
          fallback={<UnknownHead size={192} className="my-28" />}
        />
      )}
      <span
        aria-hidden
        className="absolute bottom-[14px] h-[36px] w-[180px] bg-[rgb(0_0_0/0.38)] [clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]"
      />
    </div>
  );
}
