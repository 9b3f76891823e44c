import type { Quad } from "./raster.ts";

/** A box of the player model, and the position of its sides on the skin. */
export interface Box {
  /** The corner with the smallest coordinates, in texels of a skin 64 pixels wide; see `figureOf`. */
  readonly at: Vector;
  /** Width, height and depth. */
  readonly size: Vector;
  /** The same in texels of the skin, where the box is larger than its texture. */
  readonly texels: Vector;
  /** The origin of the box's sides on the skin. */
  readonly base: readonly [u: number, v: number];
  /** The origin of its second layer's sides, and the distance of that layer. */
  readonly overlay?: readonly [u: number, v: number];
  readonly inflation: number;
  /** Whether the inside of the second layer shows: that of a limb ends within its neighbour. */
  readonly hollow: boolean;
}

export type Vector = readonly [x: number, y: number, z: number];

/** One side of a box: a rectangle of the skin, and the parallelogram that it covers in space. */
export interface Side extends Pick<Quad, "u" | "v" | "width" | "height"> {
  /** The position of the rectangle's upper left corner, and the vectors of its upper and left edges. */
  readonly corner: Vector;
  readonly along: Vector;
  readonly down: Vector;
  /** Points out of the box. */
  readonly normal: Vector;
}

/** The height of the figure without ears. */
export const FIGURE_HEIGHT = 32;

/**
 * The boxes of a player, arranged as in the game. Seen from the front, x grows to the right, y downwards,
 * and z towards the viewer; the origin is the figure's middle.
 */
export function figureOf({ slim, ears }: { slim: boolean; ears: boolean }): Box[] {
  const arm = slim ? 3 : 4;
  return [
    part([0, 4, -2], [4, 12, 4], [16, 48], [0, 48]),
    part([-4, 4, -2], [4, 12, 4], [0, 16], [0, 32]),
    part([4, -8, -2], [arm, 12, 4], [32, 48], [48, 48]),
    part([-4, -8, -2], [8, 12, 4], [16, 16], [16, 32]),
    part([-4 - arm, -8, -2], [arm, 12, 4], [40, 16], [40, 32]),
    ...headOf({ ears }),
  ];
}

/** The head alone, with ears if the player has them. */
export function headOf({ ears }: { ears: boolean }): Box[] {
  return [headBox, ...(ears ? [...ear(-10), ...ear(2)] : [])];
}

/** The distance of a hat from the head. */
const HAT = 0.5;
const headBox = part([-4, -16, -4], [8, 8, 8], [0, 0], [32, 0], HAT);

function part(
  at: Vector,
  size: Vector,
  base: Box["base"],
  overlay: Box["base"],
  inflation = 0.25,
): Box {
  return { at, size, texels: size, base, overlay, inflation, hollow: inflation === HAT };
}

/**
 * An ear: 6×6×1 texels, drawn larger. In two boxes, since the upper one is in front of the head and the
 * lower one may be behind it.
 */
function ear(x: number): Box[] {
  const unit = 8 / 6;
  const rows = (from: number, count: number): Box => ({
    at: [x, from * unit - 21, -1],
    size: [8, count * unit, 3],
    texels: [6, count, 1],
    base: [24, from],
    inflation: 0,
    hollow: false,
  });
  return [rows(0, 4), rows(4, 2)];
}

/** The six sides of a box, or of its second layer if `origin` is the layer's. */
export function sidesOf({ at, size, texels }: Box, [u, v]: Box["base"], inflation: number): Side[] {
  const [w, h, d] = texels;
  const [x0, y0, z0] = at.map((value) => value - inflation) as unknown as Vector;
  const [sw, sh, sd] = size.map((value) => value + 2 * inflation) as unknown as Vector;
  const [x1, y1, z1] = [x0 + sw, y0 + sh, z0 + sd];
  const side = (
    [left, top, width, height]: readonly [number, number, number, number],
    corner: Vector,
    along: Vector,
    down: Vector,
    normal: Vector,
  ): Side => ({ u: u + left, v: v + top, width, height, corner, along, down, normal });
  return [
    side([d, 0, w, d], [x0, y0, z0], [sw, 0, 0], [0, 0, sd], [0, -1, 0]),
    side([d + w, 0, w, d], [x0, y1, z0], [sw, 0, 0], [0, 0, sd], [0, 1, 0]),
    side([0, d, d, h], [x0, y0, z0], [0, 0, sd], [0, sh, 0], [-1, 0, 0]),
    side([d, d, w, h], [x0, y0, z1], [sw, 0, 0], [0, sh, 0], [0, 0, 1]),
    side([d + w, d, d, h], [x1, y0, z1], [0, 0, -sd], [0, sh, 0], [1, 0, 0]),
    side([2 * d + w, d, w, h], [x1, y0, z0], [-sw, 0, 0], [0, sh, 0], [0, 0, -1]),
  ];
}
