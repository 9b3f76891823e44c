import type { Pixels } from "./decode.ts";
import { ARM, BODY, COLOURS, HEAD, LEG, type Sides } from "./drawn-art.ts";
import { plainPng } from "./plain-png.ts";

const SIZE = 64;

/** Sides that face away from the light are a little darker, so that the figure looks round. */
const LIGHT: Record<keyof Sides, number> = {
  top: 1.04,
  front: 1,
  right: 0.94,
  left: 0.94,
  back: 0.94,
  bottom: 0.84,
};

let pixels: Pixels | undefined;
let png: Uint8Array | undefined;

/**
 * A skin for when no other can be had: 64×64, wide arms, every side of the six parts filled, the
 * second layer empty. Drawn by us, so that nothing of the game's art is shipped, and unlike the
 * game's own figures, so that nobody takes it for a player's choice. Drawn once, do not change.
 */
export function drawnSkin(): Pixels {
  pixels ??= drawSkin();
  return pixels;
}

/** The drawn skin as PNG. Made once, do not change. */
export function drawnSkinPng(): Uint8Array {
  png ??= plainPng(drawnSkin());
  return png;
}

function drawSkin(): Pixels {
  const data = new Uint8Array(SIZE * SIZE * 4);
  drawBox(data, 0, 0, HEAD);
  drawBox(data, 16, 16, BODY);
  drawBox(data, 40, 16, ARM);
  drawBox(data, 32, 48, ARM);
  drawBox(data, 0, 16, LEG);
  drawBox(data, 16, 48, LEG);
  return { width: SIZE, height: SIZE, data };
}

/** Unfolds a box at (u, v): top and bottom above, then right, front, left and back in a row. */
function drawBox(data: Uint8Array, u: number, v: number, sides: Sides): void {
  const width = sides.front[0]?.length ?? 0;
  const depth = sides.top.length;
  drawSide(data, u + depth, v, sides.top, LIGHT.top);
  drawSide(data, u + depth + width, v, sides.bottom, LIGHT.bottom);
  drawSide(data, u, v + depth, sides.right, LIGHT.right);
  drawSide(data, u + depth, v + depth, sides.front, LIGHT.front);
  drawSide(data, u + depth + width, v + depth, sides.left, LIGHT.left);
  drawSide(data, u + 2 * depth + width, v + depth, sides.back, LIGHT.back);
}

function drawSide(
  data: Uint8Array,
  left: number,
  top: number,
  rows: readonly string[],
  light: number,
): void {
  for (const [y, row] of rows.entries()) {
    for (const [x, letter] of row.split("").entries()) {
      const colour = COLOURS[letter] ?? 0;
      const channels = [colour >> 16, (colour >> 8) & 255, colour & 255];
      const lit = channels.map((channel) => Math.min(255, Math.round(channel * light)));
      data.set([...lit, 255], ((top + y) * SIZE + left + x) * 4);
    }
  }
}
