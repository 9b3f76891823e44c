import type { Pixels } from "./codec.ts";
import { place, type Size } from "./fit.ts";
import type { GameTexture } from "./game-texture.ts";

/** Pixels that can be drawn on. */
export interface Canvas extends Pixels {
  /**
   * The same memory, a word for each pixel: alpha is its highest byte on every machine that Node runs on. Signed,
   * since opaque colours are above the integers that a processor calculates with fastest.
   */
  readonly words: Int32Array;
}

export function createCanvas(width: number, height: number): Canvas {
  const words = new Int32Array(width * height);
  return { width, height, words, data: new Uint8Array(words.buffer) };
}

/** A pixel of these channels, which are rounded. */
export const wordOf = (red: number, green: number, blue: number, alpha: number): number =>
  (red + 0.5) | ((green + 0.5) << 8) | ((blue + 0.5) << 16) | ((alpha + 0.5) << 24);

/** A rectangle of a texture, in texels of a skin 64 pixels wide. */
export interface Rectangle {
  readonly u: number;
  readonly v: number;
  readonly width: number;
  readonly height: number;
}

/** The texels of a side, a word for each. */
export interface Texels extends Size, Pick<Canvas, "words"> {
  /** Nothing behind it is seen, since no texel is a hole or translucent. */
  readonly isSolid: boolean;
}

/**
 * The texels of a rectangle, darkened; undefined if nothing of it can be seen.
 * @param shade 1 keeps the colours, 0 makes them black.
 */
export function texelsOf(
  texture: GameTexture,
  rectangle: Rectangle,
  shade: number,
): Texels | undefined {
  const { scale, width: lineLength, data } = texture;
  const [width, height] = [rectangle.width * scale, rectangle.height * scale];
  const words = new Int32Array(width * height);
  let [isEmpty, isSolid] = [true, true];
  for (let row = 0, to = 0; row < height; row++) {
    let from = ((rectangle.v * scale + row) * lineLength + rectangle.u * scale) * 4;
    for (const end = to + width; to < end; from += 4, to++) {
      const alpha = data[from + 3] ?? 0;
      if (alpha < 255) isSolid = false;
      // An invisible texel may have any colour.
      if (alpha === 0) continue;
      isEmpty = false;
      const [red, green, blue] = [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
      words[to] = wordOf(red * shade, green * shade, blue * shade, alpha);
    }
  }
  return isEmpty ? undefined : { width, height, words, isSolid };
}

/** A translucent pixel over another. */
export function over(above: number, below: number): number {
  const alpha = above >>> 24;
  const covered = ((below >>> 24) * (255 - alpha)) / 255;
  const total = alpha + covered;
  const [share, rest] = [alpha / total, covered / total];
  return wordOf(
    (above & 255) * share + (below & 255) * rest,
    ((above >>> 8) & 255) * share + ((below >>> 8) & 255) * rest,
    ((above >>> 16) & 255) * share + ((below >>> 16) & 255) * rest,
    total,
  );
}

/** An image before the lower right corner of another, which it changes. */
export function inCorner(image: Canvas, behind: Canvas): Canvas {
  const [left, top] = [behind.width - image.width, behind.height - image.height];
  for (let y = 0, at = 0; y < image.height; y++) {
    const line = (top + y) * behind.width + left;
    for (let x = 0; x < image.width; x++, at++) {
      const word = image.words[at] ?? 0;
      if (word !== 0) behind.words[line + x] = word;
    }
  }
  return behind;
}

/** Images of the same height in one, from left to right. */
export function sideBySide(images: readonly Pixels[], gap: number): Canvas {
  const height = images[0]?.height ?? 0;
  const width = images.reduce((sum, image) => sum + image.width + gap, -gap);
  const whole = createCanvas(width, height);
  let left = 0;
  for (const image of images) {
    place(image, whole, left, 0);
    left += image.width + gap;
  }
  return whole;
}
