import type { Look } from "./people.ts";

/** Screen pixels for each pixel of the skin: whole, so that all are equally large. */
const SCALE = 11;

/** One layer of a body part: its position in the image, and that of its front in the texture. */
type Part = readonly [x: number, y: number, width: number, height: number, u: number, v: number];

/**
 * The front of a player in 2D, cut from the skin by the browser. The limbs on the right of the image lie
 * over mirrored ones of the left: skins of the old format have one arm and one leg.
 */
export function SkinPoster({ skin, model, label }: Pick<Look, "model"> & PosterProps) {
  const arm = model === "slim" ? 3 : 4;
  const one: Part[] = [
    [4 - arm, 8, arm, 12, 44, 20],
    [4, 20, 4, 12, 4, 20],
  ];
  const other: Part[] = [
    [12, 8, arm, 12, 36, 52],
    [8, 20, 4, 12, 20, 52],
  ];
  const body: Part[] = [
    [4, 8, 8, 12, 20, 20],
    [4, 0, 8, 8, 8, 8],
  ];
  const outer: Part[] = [
    [4 - arm, 8, arm, 12, 44, 36],
    [4, 20, 4, 12, 4, 36],
    [12, 8, arm, 12, 52, 52],
    [8, 20, 4, 12, 4, 52],
    [4, 8, 8, 12, 20, 36],
    [4, 0, 8, 8, 40, 8],
  ];
  return (
    <svg role="img" aria-label={label} width={16 * SCALE} height={32 * SCALE} viewBox="0 0 16 32">
      <defs>
        <image
          id="skin"
          href={skin}
          width="64"
          height="64"
          preserveAspectRatio="xMinYMin"
          className="pixelated"
        />
      </defs>
      <g aria-hidden>
        <g id="limbs">
          <Parts parts={one} />
        </g>
        <use href="#limbs" transform="matrix(-1 0 0 1 16 0)" />
        <Parts parts={[...other, ...body, ...outer]} />
      </g>
    </svg>
  );
}

interface PosterProps {
  /** The URL of the texture. */
  skin: string;
  /** The text alternative. */
  label: string;
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(([x, y, width, height, u, v]) => (
    <svg key={`${u} ${v}`} {...{ x, y, width, height }} viewBox={`${u} ${v} ${width} ${height}`}>
      <use href="#skin" />
    </svg>
  ));
}
