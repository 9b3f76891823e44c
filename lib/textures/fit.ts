import type { Pixels } from "./codec.ts";

/** In pixels. */
export type Size = Pick<Pixels, "width" | "height">;

/**
 * An image of exactly this size, with a drawing in its middle that is as large as fits.
 * @param draw Draws so many pixels high, and as wide as that makes it.
 */
export async function fitted(
  size: Size,
  draw: (height: number) => Promise<Pixels> | Pixels,
): Promise<Pixels> {
  const whole = await draw(size.height);
  if (whole.width <= size.width) return centred(whole, size);
  const height = Math.floor((size.height * size.width) / whole.width);
  return centred(await draw(Math.max(1, height)), size);
}

function centred(drawing: Pixels, { width, height }: Size): Pixels {
  if (drawing.width === width && drawing.height === height) return drawing;
  const data = new Uint8Array(width * height * 4);
  const left = Math.floor((width - drawing.width) / 2);
  const top = Math.floor((height - drawing.height) / 2);
  const length = drawing.width * 4;
  for (let row = 0; row < drawing.height; row++) {
    const line = drawing.data.subarray(row * length, (row + 1) * length);
    data.set(line, ((top + row) * width + left) * 4);
  }
  return { width, height, data };
}
