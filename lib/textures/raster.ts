import type { Pixels } from "./codec.ts";
import type { GameTexture } from "./game-texture.ts";

/** A rectangle of a texture, in texels, on a parallelogram of the image. */
export interface Quad {
  readonly u: number;
  readonly v: number;
  readonly width: number;
  readonly height: number;
  /** The position of its upper left corner. */
  readonly corner: Point;
  /** The vectors of its upper and left edges. */
  readonly along: Point;
  readonly down: Point;
  /** 1 keeps the colours, 0 makes them black. */
  readonly shade: number;
}

export type Point = readonly [x: number, y: number];

/** An image in its own units: the quads in the frame, the farthest first. */
export interface Scene {
  readonly frame: Frame;
  readonly quads: readonly Quad[];
}

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A pixel shows the texel under its centre. On the border of two texels, rounding must not decide between
 * them: it is always the one to the right or below, as everywhere in this service.
 */
const ON_BORDER = 1e-9;

/**
 * Draws a scene with this height in pixels, without smoothing texels. With `samples` of 2, each pixel is the
 * mean of 2×2: slanted edges need that, level ones do not.
 */
export function drawScene(
  { frame, quads }: Scene,
  texture: GameTexture,
  height: number,
  samples: 1 | 2,
): Pixels {
  const width = Math.max(1, Math.round((height * frame.width) / frame.height));
  const canvas = createCanvas(width * samples, height * samples);
  for (const quad of quads) drawQuad(canvas, frame, quad, texture);
  const drawn = samples === 1 ? canvas.bytes : halved(canvas);
  return { width, height, data: drawn };
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** The same memory, a word for each pixel: alpha is its highest byte on every machine that Node runs on. */
  readonly words: Uint32Array;
}

export function createCanvas(width: number, height: number): Canvas {
  const words = new Uint32Array(width * height);
  return { width, height, words, bytes: new Uint8Array(words.buffer) };
}

function drawQuad(canvas: Canvas, frame: Frame, quad: Quad, texture: GameTexture): void {
  const { width: lineLength, words, bytes } = canvas;
  const texels = shaded(texture, quad);
  const { width: columns, height: rows, words: colours } = texels;
  const scaleX = lineLength / frame.width;
  const scaleY = canvas.height / frame.height;
  const cornerX = (quad.corner[0] - frame.x) * scaleX;
  const cornerY = (quad.corner[1] - frame.y) * scaleY;
  const alongX = quad.along[0] * scaleX;
  const alongY = quad.along[1] * scaleY;
  const downX = quad.down[0] * scaleX;
  const downY = quad.down[1] * scaleY;
  // What one pixel to the right, or one down, is in texels.
  const area = alongX * downY - alongY * downX;
  const columnByX = (downY / area) * columns;
  const columnByY = (-downX / area) * columns;
  const rowByX = (-alongY / area) * rows;
  const rowByY = (alongX / area) * rows;

  const top = Math.floor(cornerY + Math.min(0, alongY, downY, alongY + downY));
  const bottom = Math.ceil(cornerY + Math.max(0, alongY, downY, alongY + downY));
  for (let y = Math.max(0, top); y < Math.min(canvas.height, bottom); y++) {
    const fromX = 0.5 - cornerX;
    const fromY = y + 0.5 - cornerY;
    const column = columnByX * fromX + columnByY * fromY + ON_BORDER;
    const row = rowByX * fromX + rowByY * fromY + ON_BORDER;
    const first = Math.max(
      0,
      firstInside(column, columnByX, columns),
      firstInside(row, rowByX, rows),
    );
    const end = Math.min(
      lineLength,
      endInside(column, columnByX, columns),
      endInside(row, rowByX, rows),
    );
    for (let x = first; x < end; x++) {
      // Both are positive here, and small: `| 0` rounds them down, in a tenth of the time.
      const texel = ((row + x * rowByX) | 0) * columns + ((column + x * columnByX) | 0);
      const colour = colours[texel] ?? 0;
      const alpha = colour >>> 24;
      if (alpha === 255) words[y * lineLength + x] = colour;
      else if (alpha > 0) lay(bytes, (y * lineLength + x) * 4, texels.bytes, texel * 4, alpha);
    }
  }
}

/** The first whole x at which `start + x · step` is at least 0 and below `limit`; see `endInside`. */
function firstInside(start: number, step: number, limit: number): number {
  if (step > 0) return Math.ceil(-start / step);
  if (step < 0) return Math.floor((limit - start) / step) + 1;
  return start >= 0 && start < limit ? 0 : Infinity;
}

/** The whole x behind the last one. */
function endInside(start: number, step: number, limit: number): number {
  if (step > 0) return Math.ceil((limit - start) / step);
  if (step < 0) return Math.floor(-start / step) + 1;
  return Infinity;
}

/** The texels of a quad, darkened. */
export function shaded(
  texture: GameTexture,
  { u, v, width, height, shade }: Pick<Quad, "u" | "v" | "width" | "height" | "shade">,
): Canvas {
  const { scale, data } = texture;
  const texels = createCanvas(width * scale, height * scale);
  for (let row = 0; row < texels.height; row++) {
    const from = ((v * scale + row) * texture.width + u * scale) * 4;
    const line = data.subarray(from, from + texels.width * 4);
    texels.bytes.set(line, row * texels.width * 4);
  }
  if (shade === 1) return texels;
  for (let at = 0; at < texels.bytes.length; at++) {
    if (at % 4 !== 3) texels.bytes[at] = Math.round((texels.bytes[at] ?? 0) * shade);
  }
  return texels;
}

/** Lays a translucent texel over a pixel. */
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

/** Each 2×2 pixels as their mean; of colours, by how opaque they are. */
function halved({ width, height, bytes, words }: Canvas): Uint8Array {
  const half = createCanvas(width / 2, height / 2);
  for (let y = 0, to = 0; y < height; y += 2) {
    for (let first = y * width; first < (y + 1) * width; first += 2, to++) {
      const word = words[first];
      const below = first + width;
      if (word === words[first + 1] && word === words[below] && word === words[below + 1]) {
        half.words[to] = word ?? 0;
      } else {
        mean(bytes, first * 4, below * 4, half.bytes, to * 4);
      }
    }
  }
  return half.bytes;
}

/** The mean of two pixels at `upper` and two at `lower`. */
function mean(from: Uint8Array, upper: number, lower: number, to: Uint8Array, at: number): void {
  const weight = (pixel: number) => from[pixel + 3] ?? 0;
  const [a, b, c, d] = [weight(upper), weight(upper + 4), weight(lower), weight(lower + 4)];
  const total = a + b + c + d;
  for (let channel = 0; channel < 3; channel++) {
    const above = (from[upper + channel] ?? 0) * a + (from[upper + 4 + channel] ?? 0) * b;
    const under = (from[lower + channel] ?? 0) * c + (from[lower + 4 + channel] ?? 0) * d;
    to[at + channel] = Math.round((above + under) / total);
  }
  to[at + 3] = Math.round(total / 4);
}
