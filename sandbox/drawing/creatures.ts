import { SIDES } from "./boxes.ts";
import type { Box } from "./boxes.ts";
import { stamp, weave } from "./brush.ts";
import type { Inks } from "./brush.ts";
import { colour, shade, withAlpha } from "./colour.ts";
import { FARM } from "./creatures/farm.ts";
import { FOREST } from "./creatures/forest.ts";
import { GARDEN } from "./creatures/garden.ts";
import { GLADE } from "./creatures/glade.ts";
import { SEA } from "./creatures/sea.ts";
import { WATER } from "./creatures/water.ts";
import { WORKSHOP } from "./creatures/workshop.ts";
import { YARD } from "./creatures/yard.ts";
import type { Pixels } from "./pixels.ts";

/**
 * A head that is not human. Pictures as for hats; `over…` goes on the hat layer. Letters: 1–4 tones
 * of the coat, aAeE tones of the second colour, cCd of the third, w white, k dark, p pink, G and g
 * see-through coat and second colour.
 */
export interface Creature {
  readonly coat: string;
  readonly second: string;
  readonly third: string;
  readonly front: string;
  readonly side?: string;
  readonly back?: string;
  readonly top?: string;
  readonly overFront?: string;
  readonly overSide?: string;
  readonly overBack?: string;
  readonly overTop?: string;
  /** Colour of the hands, when it is not the coat. */
  readonly paws?: string;
}

const CREATURES = {
  ...FOREST,
  ...GLADE,
  ...YARD,
  ...FARM,
  ...WATER,
  ...SEA,
  ...WORKSHOP,
  ...GARDEN,
} as const satisfies Record<string, Creature>;

export type CreatureName = keyof typeof CREATURES;

/** Paints the head and returns the colour of the hands. */
export function paintCreature(pixels: Pixels, head: Box, hat: Box, name: CreatureName): string {
  const creature: Creature = CREATURES[name];
  const coat = colour(creature.coat);
  for (const side of SIDES) {
    weave(pixels, head[side], coat, { light: LIGHT[side], grain: 2, seed: 23 });
  }
  const inks = creatureInks(creature);
  stampAround(pixels, head, inks, creature.front, creature.side, creature.back, creature.top);
  const { overFront, overSide, overBack, overTop } = creature;
  stampAround(pixels, hat, inks, overFront, overSide, overBack, overTop);
  return creature.paws ?? creature.coat;
}

const LIGHT = { top: 5, bottom: -20, right: -5, front: 0, left: -5, back: -7 } as const;

function stampAround(
  pixels: Pixels,
  box: Box,
  inks: Inks,
  front = "",
  side = "",
  back = "",
  top = "",
): void {
  stamp(pixels, box.front, front, inks);
  stamp(pixels, box.left, side, inks);
  stamp(pixels, box.right, side, inks, { mirror: true });
  stamp(pixels, box.back, back, inks);
  stamp(pixels, box.top, top, inks);
}

function creatureInks(creature: Creature): Inks {
  const coat = colour(creature.coat);
  const second = colour(creature.second);
  const third = colour(creature.third);
  return {
    1: shade(coat, 18),
    2: coat,
    3: shade(coat, -14),
    4: shade(coat, -30),
    a: second,
    A: shade(second, 22),
    e: shade(second, -14),
    E: shade(second, -30),
    c: third,
    C: shade(third, 26),
    d: shade(third, -20),
    w: [252, 250, 246, 255],
    W: [222, 218, 220, 255],
    k: [34, 26, 40, 255],
    p: [240, 146, 152, 255],
    G: withAlpha(coat, 130),
    g: withAlpha(second, 120),
  };
}
