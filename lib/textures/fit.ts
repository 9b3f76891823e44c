import type { Pixels } from "./codec.ts";

/** A size in pixels. */
export type Size = Pick<Pixels, "width" | "height">;

/**
 * An image of exactly this size, with a figure in its middle that is as large as fits.
 * @param draw Draws so many pixels high, and as wide as that makes it.
 */
export function fitted(size: Size, draw: (height: number) => Pixels): Pixels {
  const whole = narrowed(draw(size.height), size.width);
  if (whole.width <= size.width) return centred(whole, size);
  const height = Math.max(1, Math.floor((size.height * size.width) / whole.width));
  return centred(narrowed(draw(height), size.width), size);
}

/** Cuts off empty columns on both sides, as far as the figure is wider than this. */
function narrowed(figure: Pixels, width: number): Pixels {
  const margin = Math.min(Math.ceil((figure.width - width) / 2), marginOf(figure));
  if (margin <= 0) return figure;
  const across = figure.width - 2 * margin;
  const data = new Uint8Array(across * figure.height * 4);
  for (let y = 0; y < figure.height; y++) {
    const from = (y * figure.width + margin) * 4;
    data.set(figure.data.subarray(from, from + across * 4), y * across * 4);
  }
  return { width: across, height: figure.height, data };
}

/** The number of columns that are transparent on both sides. */
function marginOf({ width, data }: Pixels): number {
  let margin = Math.floor(width / 2);
  for (let row = 3; row < data.length; row += width * 4) {
    const isEmpty = (x: number) => data[row + x * 4] === 0;
    let empty = 0;
    while (empty < margin && isEmpty(empty) && isEmpty(width - 1 - empty)) empty++;
    margin = empty;
  }
  return margin;
}

/** Puts a figure in the middle; one that is too wide even at a height of one pixel is cut on both sides. */
function centred(figure: Pixels, { width, height }: Size): Pixels {
  if (figure.width === width && figure.height === height) return figure;
  const data = new Uint8Array(width * height * 4);
  const across = Math.min(figure.width, width);
  const cut = Math.floor((figure.width - across) / 2);
  const left = Math.floor((width - across) / 2);
  const top = Math.floor((height - figure.height) / 2);
  for (let row = 0; row < figure.height; row++) {
    const from = (row * figure.width + cut) * 4;
    const line = figure.data.subarray(from, from + across * 4);
    data.set(line, ((top + row) * width + left) * 4);
  }
  return { width, height, data };
}
