import type { Size } from "../../textures/fit.ts";
import type { WholeScheme } from "./index.ts";
import { FACE_TEXELS, type ImageRoute, type ReadParameter } from "./scheme.ts";
import { isTrue, lenientNumber } from "./subject.ts";

/** How large an image is: so many pixels high and as wide as what it shows, or exactly as wide and high. */
export type ImageSize = { size: number } | { canvas: Size };

const MIN_SIZE = { "/head": 8, "/bust": 16, "/body": 16, "/player": 16, "/skin": 0, "/cape": 16 };
const MAX_SIZE = {
  "/head": 512,
  "/bust": 1_024,
  "/body": 1_024,
  "/player": 1_024,
  "/skin": 0,
  "/cape": 1_024,
};
/** Of a canvas, both ways. */
const LARGEST_CANVAS = 1_024;

const SQUARE: Size = { width: 1, height: 1 };
/** Of a body, where only its width is given. */
const TALL: Size = { width: 1, height: 2 };

/**
 * The size of an image.
 * @param inPath The number in its path.
 * @param read Reads a parameter of its query.
 */
export function imageSize(
  scheme: WholeScheme,
  image: ImageRoute,
  inPath: number | undefined,
  read: ReadParameter,
): ImageSize {
  const { most = Infinity, step = 1, sizes = [], widths = [], scale, square } = scheme;
  const { path, texels, canvas, isWide = false, size: byDefault = scheme.size } = image;
  const numberIn = (names: readonly string[]) =>
    names.map((name) => lenientNumber(read(name) ?? "")).find(Boolean);
  const factor = scale && (numberIn([scale.parameter]) ?? scale.byDefault);
  const [width, height] = [numberIn(widths), inPath ?? numberIn(sizes)];
  const isSquare = square !== undefined && isTrue(read(square));
  const route = isSquare ? { ...image, width: (side: number) => side } : image;
  const plain = (pixels: number) => plainSize(scheme, route, pixels);
  const exact = (across: number, high: number) =>
    exactSize(scheme, image, { width: Math.floor(across), height: Math.floor(high) });

  if (factor !== undefined && (sizes.length === 0 || texels !== FACE_TEXELS)) {
    const steps = Math.min(scale?.most ?? Infinity, factor);
    if (canvas === undefined) return plain(steps * texels);
    return exact(steps * canvas.width, steps * canvas.height);
  }
  if (width !== undefined && height !== undefined) return exact(width, height);
  const proportion = canvas ?? (path === "/body" ? TALL : SQUARE);
  const ofWidth =
    canvas === undefined ? width : (width ?? inPath ?? (height ? undefined : byDefault));
  if (ofWidth !== undefined) {
    const across = Math.min(most, ofWidth);
    return exact(across, (across * proportion.height) / proportion.width);
  }
  const named = height ?? byDefault;
  if (canvas !== undefined) return exact((named * canvas.width) / canvas.height, named);
  return plain(Math.min(most, Math.ceil(named / step) * step) * (isWide ? 2 : 1));
}

/** So many pixels high. */
function plainSize(
  { least, most }: WholeScheme,
  { path, width: widthOf }: ImageRoute,
  pixels: number,
): ImageSize {
  const [min, max] = [MIN_SIZE[path], MAX_SIZE[path]];
  // Heads are square: a canvas has the sizes that `/head` does not.
  const isHead = path === "/head";
  const smallest = isHead ? (least ?? min) : min;
  const largest = isHead ? Math.max(most ?? 0, max) : max;
  const size = Math.round(Math.min(largest, Math.max(smallest, pixels)));
  if (widthOf !== undefined) return { canvas: { width: widthOf(size), height: size } };
  return min <= size && size <= max ? { size } : { canvas: { width: size, height: size } };
}

/** So wide and high, or smaller in the same proportion. */
function exactSize(scheme: WholeScheme, image: ImageRoute, { width, height }: Size): ImageSize {
  const { path, view, camera, canvas } = image;
  const isFace = path === "/head" && view === undefined && camera === undefined;
  const isSquare = width === height && canvas === undefined && path !== "/body";
  if (isFace || isSquare) return plainSize(scheme, image, Math.min(width, height));
  const shrink = Math.min(1, LARGEST_CANVAS / Math.max(width, height));
  const shrunk = (side: number) => Math.max(1, Math.floor(side * shrink));
  return { canvas: { width: shrunk(width), height: shrunk(height) } };
}
