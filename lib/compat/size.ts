import type { Size } from "../textures/fit.ts";
import type { ImageRoute, ImageSize, SizeOf } from "./images.ts";

/** The smallest and largest size that each path takes; textures have their own. */
const SIZES: Readonly<Record<ImageRoute["path"], readonly [number, number]>> = {
  "/head": [8, 512],
  "/bust": [16, 1_024],
  "/body": [16, 1_024],
  "/player": [16, 1_024],
  "/skin": [0, 0],
  "/cape": [16, 1_024],
};
/** The largest width and height of a canvas. */
const LARGEST_CANVAS = 1_024;

const SQUARE: Size = { width: 1, height: 1 };
/** The proportion of a body of which only the width is given. */
const TALL: Size = { width: 1, height: 2 };

interface Limits {
  /** The smallest size of a head. */
  least?: number;
  most?: number;
}

/** The height is the number in the path, or in one of these parameters, rounded up to a multiple of `step`. */
export function pixels(
  byDefault: number,
  { step = 1, names = [], ...limits }: Limits & { step?: number; names?: readonly string[] } = {},
): SizeOf {
  return ({ number, numberIn }, image) => {
    const named = number ?? numberIn(...names) ?? byDefault;
    return high(image, Math.ceil(named / step) * step, limits);
  };
}

/**
 * The size comes from parameters for the width, the height or both; `canvas` is the proportion of an image, whatever it
 * shows.
 */
export function sides(
  byDefault: number,
  widths: readonly string[],
  heights: readonly string[],
  { canvas, ...limits }: Limits & { canvas?: Size | undefined },
): SizeOf {
  return ({ number, numberIn }, image) => {
    const [width, height] = [numberIn(...widths), number ?? numberIn(...heights)];
    const { path, view, camera } = image;
    const exactly = (across: number, up: number): ImageSize => {
      const size = exact(across, up);
      const isFace = path === "/head" && view === undefined && camera === undefined;
      const isSquare = across === up && canvas === undefined && path !== "/body";
      return isFace || isSquare ? high(image, Math.min(across, up), limits) : size;
    };
    if (width !== undefined && height !== undefined) return exactly(width, height);
    const byWidth = width ?? (canvas && (number ?? (height === undefined ? byDefault : undefined)));
    const proportion = canvas ?? (path === "/body" ? TALL : SQUARE);
    if (byWidth !== undefined) {
      const across = Math.min(limits.most ?? Infinity, byWidth);
      return exactly(across, Math.floor((across * proportion.height) / proportion.width));
    }
    if (canvas === undefined || height === undefined)
      return high(image, height ?? byDefault, limits);
    return exact((height * canvas.width) / canvas.height, height);
  };
}

/** An image that is so many pixels high. */
export function high(
  { path, isWide, width: widthOf }: Pick<ImageRoute, "path" | "isWide" | "width">,
  pixelsHigh: number,
  { least, most = Infinity }: Limits = {},
): ImageSize {
  const [min, max] = SIZES[path];
  // Heads are square: a canvas has the sizes that `/head` does not.
  const isHead = path === "/head";
  const smallest = isHead ? (least ?? min) : min;
  const largest = isHead && most > max && most < Infinity ? most : max;
  const wanted = Math.min(most, pixelsHigh) * (isWide ? 2 : 1);
  const size = Math.round(Math.min(largest, Math.max(smallest, wanted)));
  if (widthOf !== undefined) return { canvas: { width: widthOf(size), height: size } };
  return min <= size && size <= max ? { size } : { canvas: { width: size, height: size } };
}

/** An image that is so wide and high, in whole pixels, or smaller in the same proportion. */
export function exact(across: number, up: number): ImageSize {
  const [width, height] = [Math.floor(across), Math.floor(up)];
  const shrink = Math.min(1, LARGEST_CANVAS / Math.max(width, height));
  const shrunk = (side: number) => Math.max(1, Math.floor(side * shrink));
  return { canvas: { width: shrunk(width), height: shrunk(height) } };
}
