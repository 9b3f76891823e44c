import type { Colour } from "./colour.ts";

/** A picture in memory: four bytes a pixel, row after row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A fully transparent picture. */
export function createPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8Array(width * height * 4) };
}

/** Sets one pixel; outside the picture nothing happens. */
export function setPixel(pixels: Pixels, x: number, y: number, colour: Colour): void {
  if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return;
  pixels.data.set(colour, (y * pixels.width + x) * 4);
}

/** Reads one pixel; outside the picture everything is transparent. */
export function getPixel(pixels: Pixels, x: number, y: number): Colour {
  if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return [0, 0, 0, 0];
  const at = (y * pixels.width + x) * 4;
  const channel = (offset: number) => pixels.data[at + offset] ?? 0;
  return [channel(0), channel(1), channel(2), channel(3)];
}

/** Cuts a rectangle out. */
export function crop(pixels: Pixels, x: number, y: number, width: number, height: number): Pixels {
  const cut = createPixels(width, height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      setPixel(cut, column, row, getPixel(pixels, x + column, y + row));
    }
  }
  return cut;
}

/** Enlarges by a whole factor without smoothing. */
export function enlarge(pixels: Pixels, factor: number): Pixels {
  const large = createPixels(pixels.width * factor, pixels.height * factor);
  for (let y = 0; y < large.height; y += 1) {
    for (let x = 0; x < large.width; x += 1) {
      const source = getPixel(pixels, Math.floor(x / factor), Math.floor(y / factor));
      setPixel(large, x, y, source);
    }
  }
  return large;
}

/** Lays a picture over another at a place, respecting see-through pixels. */
export function overlay(below: Pixels, above: Pixels, left: number, top: number): void {
  for (let y = 0; y < above.height; y += 1) {
    for (let x = 0; x < above.width; x += 1) {
      const over = getPixel(above, x, y);
      const under = getPixel(below, left + x, top + y);
      setPixel(below, left + x, top + y, blend(under, over));
    }
  }
}

function blend(under: Colour, over: Colour): Colour {
  if (over[3] === 255 || under[3] === 0) return over;
  if (over[3] === 0) return under;
  const alpha = over[3] + Math.round((under[3] * (255 - over[3])) / 255);
  const channel = (at: 0 | 1 | 2) =>
    Math.round((over[at] * over[3] + (under[at] * under[3] * (255 - over[3])) / 255) / alpha);
  return [channel(0), channel(1), channel(2), alpha];
}
