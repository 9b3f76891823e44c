import type { Pixels } from "./codec.ts";

/** A size in pixels. */
export type Size = Pick<Pixels, "width" | "height">;

/**
 * An image of exactly this size, with a figure in its middle that is as large as fits: transparent columns on both
 * sides of it count for nothing.
 * @param draw Draws so many pixels high, and as wide as that makes it.
 */
export function fitted(size: Size, draw: (height: number) => Pixels): Pixels {
  const whole = draw(size.height);
  const across = seenWidth(whole, size.width);
  if (across <= size.width) return centred(whole, size);
  const height = Math.max(1, Math.floor((size.height * size.width) / across));
  return centred(draw(height), size);
}

/** The width of a figure without the columns that are transparent on both sides, if it is wider than this. */
function seenWidth(figure: Pixels, most: number): number {
  return figure.width <= most ? figure.width : figure.width - 2 * marginOf(figure);
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
  const image = { width, height, data: new Uint8Array(width * height * 4) };
  const across = seenWidth(figure, width);
  const left = Math.trunc((width - across) / 2) - (figure.width - across) / 2;
  place(figure, image, left, Math.floor((height - figure.height) / 2));
  return image;
}

/** Writes an image into another from this column and row on. What is beyond its left or right side is cut off. */
export function place(image: Pixels, into: Pixels, left: number, top: number): void {
  const from = Math.max(0, -left);
  const to = Math.min(image.width, into.width - left);
  for (let row = 0; row < image.height; row++) {
    const start = row * image.width;
    const line = image.data.subarray((start + from) * 4, (start + to) * 4);
    into.data.set(line, ((top + row) * into.width + left + from) * 4);
  }
}
