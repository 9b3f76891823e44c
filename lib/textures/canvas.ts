import type { Pixels } from "./codec.ts";
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

/** A rectangle of a texture, in texels of a skin 64 pixels wide. */
export interface Rectangle {
  readonly u: number;
  readonly v: number;
  readonly width: number;
  readonly height: number;
}

/** What a side shows. */
export interface Texels extends Canvas {
  /** Whether something behind a texel is seen through it. */
  readonly isTranslucent: boolean;
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
  const { scale, width, data } = texture;
  const texels = createCanvas(rectangle.width * scale, rectangle.height * scale);
  const bytes = texels.data;
  const lineLength = texels.width * 4;
  let to = 0;
  let [isEmpty, isTranslucent] = [true, false];
  for (let row = 0; row < texels.height; row++) {
    let from = ((rectangle.v * scale + row) * width + rectangle.u * scale) * 4;
    for (const end = from + lineLength; from < end; from += 4, to += 4) {
      const alpha = data[from + 3] ?? 0;
      // What cannot be seen may have any colour.
      if (alpha === 0) continue;
      isEmpty = false;
      if (alpha < 255) isTranslucent = true;
      bytes[to] = (data[from] ?? 0) * shade + 0.5;
      bytes[to + 1] = (data[from + 1] ?? 0) * shade + 0.5;
      bytes[to + 2] = (data[from + 2] ?? 0) * shade + 0.5;
      bytes[to + 3] = alpha;
    }
  }
  return isEmpty ? undefined : { ...texels, isTranslucent };
}

/** Lays a translucent pixel over another. */
export function lay(
  pixels: Uint8Array,
  at: number,
  texels: Uint8Array,
  from: number,
  alpha: number,
): void {
  const covered = (pixels[at + 3] ?? 0) * (255 - alpha);
  const total = alpha * 255 + covered;
  for (let channel = 0; channel < 3; channel++) {
    const sum = (texels[from + channel] ?? 0) * alpha * 255 + (pixels[at + channel] ?? 0) * covered;
    pixels[at + channel] = Math.round(sum / total);
  }
  pixels[at + 3] = Math.round(total / 255);
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
export function sideBySide(images: readonly Canvas[], gap: number): Canvas {
  const [{ height } = createCanvas(0, 0)] = images;
  const width = images.reduce((sum, image) => sum + image.width + gap, -gap);
  const whole = createCanvas(width, height);
  let left = 0;
  for (const image of images) {
    for (let y = 0; y < height; y++) {
      const line = image.words.subarray(y * image.width, (y + 1) * image.width);
      whole.words.set(line, y * width + left);
    }
    left += image.width + gap;
  }
  return whole;
}
