import type { Size } from "../../textures/fit.ts";
import type { WholeScheme } from "./index.ts";
import { FACE_TEXELS, type ImageRoute } from "./scheme.ts";
import { lenientNumber } from "./subject.ts";

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
  read: (name: string) => string | null,
): ImageSize {
  const { size: byDefault, most = Infinity, sizes = [], widths = [], scale } = scheme;
  const numberIn = (names: readonly string[]) =>
    names.map((name) => lenientNumber(read(name) ?? "")).find(Boolean);
  const factor = scale && (numberIn([scale.parameter]) ?? scale.byDefault);
  const isScaled = factor !== undefined && (sizes.length === 0 || image.texels !== FACE_TEXELS);
  const [width, height] = [numberIn(widths), inPath ?? numberIn(sizes)];
  const { canvas } = image;
  if (isScaled) {
    const scaled = (side: number) => Math.floor(side * factor);
    if (canvas === undefined) return plainSize(scheme, image, factor * image.texels);
    return exactSize(scheme, image, {
      width: scaled(canvas.width),
      height: scaled(canvas.height),
    });
  }
  if (width !== undefined && height !== undefined) {
    return exactSize(scheme, image, { width, height });
  }
  const proportions = canvas ?? (image.path === "/body" ? TALL : SQUARE);
  const isOfWidth = canvas !== undefined && (inPath !== undefined || height === undefined);
  if (width !== undefined || isOfWidth) {
    const across = Math.min(most, width ?? inPath ?? byDefault);
    return exactSize(scheme, image, {
      width: across,
      height: Math.floor((across * proportions.height) / proportions.width),
    });
  }
  if (canvas !== undefined && height !== undefined) {
    const across = Math.floor((height * canvas.width) / canvas.height);
    return exactSize(scheme, image, { width: across, height });
  }
  return plainSize(
    scheme,
    image,
    Math.min(most, height ?? byDefault) * (image.isWide === true ? 2 : 1),
  );
}

function plainSize(scheme: WholeScheme, { path }: ImageRoute, pixels: number): ImageSize {
  const [min, max] = [MIN_SIZE[path], MAX_SIZE[path]];
  // Heads are square, so a canvas can have the sizes that this service does not offer.
  const isFree = path === "/head";
  const least = isFree ? (scheme.least ?? min) : min;
  const most = isFree ? Math.max(scheme.most ?? 0, max) : max;
  const size = Math.round(Math.min(most, Math.max(least, pixels)));
  return min <= size && size <= max ? { size } : { canvas: { width: size, height: size } };
}

/** A size both of whose sides are given: made smaller where it is too large. */
function exactSize(scheme: WholeScheme, image: ImageRoute, { width, height }: Size): ImageSize {
  const { path, view, camera } = image;
  const isFlatHead = path === "/head" && view === undefined && camera === undefined;
  const isFree = image.canvas !== undefined || (width !== height && !isFlatHead);
  if (!isFree && path !== "/body") return plainSize(scheme, image, Math.min(width, height));
  const shrink = Math.min(1, LARGEST_CANVAS / Math.max(width, height));
  const shrunk = (side: number) => Math.max(1, Math.floor(side * shrink));
  return { canvas: { width: shrunk(width), height: shrunk(height) } };
}
