import type { Pixels } from "./codec.ts";

/** A texture as the game uses it. */
export interface GameTexture extends Pixels {
  /** Pixels for each texel of the smallest texture of its kind. */
  readonly scale: number;
}

type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** The areas that the game draws opaque: the first layer, the space between its parts, and the backs of ears. */
const OPAQUE: readonly Rectangle[] = [
  [0, 0, 32, 16],
  [32, 0, 6, 7],
  [0, 16, 64, 16],
  [16, 48, 32, 16],
];

/**
 * The right leg and the right arm with their mirror images, as [from x, from y, to x, to y, width, height]: the
 * right side, front and left side as one, then the back, the top and the bottom.
 */
const MIRRORED = [
  [0, 20, 16, 52, 12, 12],
  [12, 20, 28, 52, 4, 12],
  [4, 16, 20, 48, 4, 4],
  [8, 16, 24, 48, 4, 4],
  [40, 20, 32, 52, 12, 12],
  [52, 20, 44, 52, 4, 12],
  [44, 16, 36, 48, 4, 4],
  [48, 16, 40, 48, 4, 4],
] as const;

/** The areas that only wide arms use: the last columns of their backs, and of their tops and bottoms. */
const BACKS: readonly Rectangle[] = [
  [54, 20, 2, 12],
  [46, 52, 2, 12],
];
const TOPS: readonly Rectangle[] = [
  [50, 16, 2, 4],
  [42, 48, 2, 4],
];

/**
 * A skin by the rules of the vanilla client: square, the first layer opaque. A skin of the old shape gets
 * left limbs, which mirror the right ones, and loses a hat that is filled to its last pixel.
 */
export function gameSkin(skin: Pixels): GameTexture {
  const { width } = skin;
  const scale = width / 64;
  const isOld = skin.height < width;
  const data = new Uint8Array(width * width * 4);
  data.set(skin.data);
  const texture = { width, height: width, data, scale };
  if (isOld) {
    if (!keepsHat(skin)) setAlpha(texture, [32, 0, 32, 16], 0);
    for (const side of MIRRORED) mirror(texture, side);
  }
  for (const rectangle of OPAQUE) setAlpha(texture, rectangle, 255);
  return texture;
}

/**
 * Says whether a skin of the old shape has a hat. It loses it when nothing in the right half of its upper half is
 * transparent, since before hats existed that corner was often filled with one colour.
 */
export function keepsHat({ width, data }: Pixels): boolean {
  return !everyPixel([32, 0, 32, 32], width / 64, width, (at) => (data[at + 3] ?? 0) >= 128);
}

/**
 * Says whether the pixels of a skin show slim arms: nothing is where only wide ones have something. Editors leave it
 * transparent, wholly black or wholly white; and since what wide arms use is opaque, one translucent pixel in their
 * backs is enough. Skins of the old shape are from before slim arms. The model of a profile, or of a default skin,
 * takes precedence.
 */
export function looksSlim({ width, height, data }: Pixels): boolean {
  if (height < width) return false;
  const all = (rectangle: Rectangle, see: (at: number) => boolean) =>
    everyPixel(rectangle, width / 64, width, see);
  const isOpaque = (rectangle: Rectangle) => all(rectangle, (at) => data[at + 3] === 255);
  const hasColour = (rectangle: Rectangle, value: number) =>
    all(rectangle, (at) => [0, 1, 2].every((channel) => data[at + channel] === value));
  const isEmpty = (rectangle: Rectangle) =>
    all(rectangle, (at) => data[at + 3] === 0) ||
    hasColour(rectangle, 0) ||
    hasColour(rectangle, 255);
  return !BACKS.every(isOpaque) || [...BACKS, ...TOPS].every(isEmpty);
}

/** All sides of a cape. Wings are beside it, and keep their holes. */
const CAPE: Rectangle = [0, 0, 22, 17];

/**
 * A cape by the rules of the vanilla client, which draws it solid. Its shape determines how many pixels a texel has.
 * An invisible cape stays invisible, since it stands for a cape that cannot be had.
 */
export function gameCape({ width, height, data }: Pixels): GameTexture {
  const texels = 2 * height === width ? 64 : 17 * width === 22 * height ? 22 : 46;
  const texture = { width, height, data: data.slice(), scale: width / texels };
  const isEmpty = everyPixel(CAPE, texture.scale, width, (at) => data[at + 3] === 0);
  if (!isEmpty) setAlpha(texture, CAPE, 255);
  return texture;
}

function setAlpha({ width, data, scale }: GameTexture, rectangle: Rectangle, alpha: number): void {
  everyPixel(rectangle, scale, width, (at) => {
    data[at + 3] = alpha;
    return true;
  });
}

/** Calls `see` with the offset of each pixel of a rectangle, until it returns false. */
export function everyPixel(
  [x, y, width, height]: Rectangle,
  scale: number,
  rowLength: number,
  see: (offset: number) => boolean,
): boolean {
  for (let row = y * scale; row < (y + height) * scale; row++) {
    for (let column = x * scale; column < (x + width) * scale; column++) {
      if (!see((row * rowLength + column) * 4)) return false;
    }
  }
  return true;
}

function mirror(
  { width: rowLength, data, scale }: GameTexture,
  [fromX, fromY, toX, toY, width, height]: (typeof MIRRORED)[number],
): void {
  const columns = width * scale;
  for (let row = 0; row < height * scale; row++) {
    const from = (fromY * scale + row) * rowLength + fromX * scale;
    const to = (toY * scale + row) * rowLength + toX * scale;
    for (let column = 0; column < columns; column++) {
      const pixel = (from + column) * 4;
      data.copyWithin((to + columns - 1 - column) * 4, pixel, pixel + 4);
    }
  }
}
