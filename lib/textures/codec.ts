import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import pLimit from "p-limit";
import type Sharp from "sharp";
import { checkedPng, readPngHeader, type PngHeader } from "./png.ts";

/** An image in memory: four bytes (RGBA, straight alpha) per pixel, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Why bytes were rejected as a texture. */
export const TEXTURE_FAULTS = ["too-large", "not-png", "illegal-size", "undecodable"] as const;
export type TextureFault = (typeof TEXTURE_FAULTS)[number];

/** Thrown for bytes that are not a texture. A retry does not help. */
export class TextureError extends Error {
  override readonly name = "TextureError";
  readonly reason: TextureFault;
  readonly kind: "skin" | "cape";
  constructor(reason: TextureFault, kind: "skin" | "cape", options?: ErrorOptions) {
    super(`The bytes are no ${kind}: ${reason}.`, options);
    this.reason = reason;
    this.kind = kind;
  }
}

/** The bounds of a texture. */
export interface TextureLimits {
  /** The bytes of the file. */
  readonly bytes: number;
  /** The width in pixels. */
  readonly width: number;
}

/** Textures of the game: real ones are 64 pixels wide and stay below 20 kB. */
export const GAME_LIMITS: TextureLimits = { bytes: 256 * 1024, width: 512 };

/** Textures of skin services and cape mods: Blessing Skin takes skins of 1 MB, OptiFine has capes of 1024×512. */
export const HD_LIMITS: TextureLimits = { bytes: 1024 * 1024, width: 1024 };

/** An animated cape may have so many pixels, in proportion to the largest texture. */
const ANIMATED = 4;

const TIMEOUT_SECONDS = 2;
const STRICT = { failOn: "warning", limitInputChannels: 4, ignoreIcc: true } as const;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The bytes that interlacing adds to a row: it makes up to two of one, each with a filter byte and padding. */
const INTERLACED_BYTES = 4;

const inflated = promisify(inflate);
const cores = availableParallelism();
const decodeCommon = createSharpQueue(cores);
/** A quarter as many run at once, since each may take four times the bytes and pixels. */
const decodeLarge = createSharpQueue(Math.ceil(cores / 4));
/** Half of the cores, so that a flood of new images leaves time for everything else. */
export const ENCODED_AT_ONCE = Math.ceil(cores / 2);
const encode = createSharpQueue(ENCODED_AT_ONCE);

/**
 * Decodes a skin or cape of any PNG format to RGBA; of an animated cape, the first frame. Channels of 16 bits
 * keep their upper eight; gamma and colour profiles are ignored, as by the game.
 *
 * Throws TextureError for bytes that are too many, not a PNG, damaged, or of a size that no skin or cape
 * has: the size is checked before decoding, and a damaged texture is never partially decoded.
 */
export async function decodeTexture(
  bytes: Uint8Array,
  kind: "skin" | "cape",
  limits: TextureLimits = GAME_LIMITS,
): Promise<Pixels> {
  const fail = (reason: TextureFault, options?: ErrorOptions): never => {
    throw new TextureError(reason, kind, options);
  };
  if (bytes.length > limits.bytes) return fail("too-large");
  const header = readPngHeader(bytes);
  if (header === null) return fail("not-png");
  const height = frameHeight(header, kind, limits);
  if (height === null) return fail("illegal-size");
  const png = checkedPng(bytes, header);
  if (png === null) return fail("undecodable");
  const undecodable = (cause: unknown): never => {
    // A machine that is too busy says nothing about the bytes.
    if (/^timeout\b/i.test(String(cause instanceof Error ? cause.message : cause))) throw cause;
    return fail("undecodable", { cause });
  };

  const pixels = header.width * header.height;
  const isCommon = bytes.length <= GAME_LIMITS.bytes && pixels <= GAME_LIMITS.width ** 2;
  const withSharp = isCommon ? decodeCommon : decodeLarge;
  return withSharp(async (sharp) => {
    await refuseBomb(png.deflated, header).catch(undecodable);
    const { data, info } = await sharp(png.bytes, {
      ...STRICT,
      limitInputPixels: ANIMATED * limits.width ** 2,
    })
      .extract({ left: 0, top: 0, width: header.width, height })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(undecodable);
    // A plain array, since slicing a Buffer would share its bytes.
    return {
      width: info.width,
      height: info.height,
      data: new Uint8Array(data.buffer, data.byteOffset, data.length),
    };
  });
}

/** Says whether bytes begin like a PNG with the size of a skin or cape, of any source. Decodes nothing. */
export function hasLegalSize(bytes: Uint8Array, kind: "skin" | "cape"): boolean {
  const header = readPngHeader(bytes);
  return header !== null && isLegalSize(header, kind, HD_LIMITS);
}

/** The number of pixels of a PNG by its header; 0 for bytes that are no PNG. */
export function pixelsIn(bytes: Uint8Array): number {
  const { width, height } = readPngHeader(bytes) ?? { width: 0, height: 0 };
  return width * height;
}

/** Says whether bytes begin like a PNG with several frames of a cape, and are no skin. Decodes nothing. */
export function isAnimatedCape(bytes: Uint8Array): boolean {
  const header = readPngHeader(bytes);
  if (header === null || isLegalSize(header, "skin", HD_LIMITS)) return false;
  const height = frameHeight(header, "cape", HD_LIMITS);
  return height !== null && height < header.height;
}

/**
 * libpng inflates all data, even if the image needs less. Inflating it first, and no further than an image
 * of this header can need, costs little and not on this thread.
 */
async function refuseBomb(deflated: Uint8Array, header: PngHeader): Promise<void> {
  const { width, height, bitDepth, colorType } = header;
  const rowBytes = Math.ceil((width * bitDepth * (CHANNELS[colorType] ?? 0)) / 8);
  const maxOutputLength = height * (rowBytes + INTERLACED_BYTES);
  await inflated(deflated, { maxOutputLength });
}

/**
 * Skins are 64×64 or, before 2014, 64×32; capes 64×32. Bedrock Edition and cape mods also use
 * multiples, and mods the shapes 22×17 and 46×22, which leave out the unused part.
 */
function isLegalSize(
  { width, height }: PngHeader,
  kind: "skin" | "cape",
  limits: TextureLimits,
): boolean {
  if (width > limits.width) return false;
  const whole = width % 64 === 0;
  if (kind === "skin") return whole && (height === width || height * 2 === width);
  return (
    (whole && height * 2 === width) || 17 * width === 22 * height || 11 * width === 23 * height
  );
}

/** The height of what is shown of a texture; null if it has a size that none has. */
function frameHeight(
  header: PngHeader,
  kind: "skin" | "cape",
  limits: TextureLimits,
): number | null {
  if (isLegalSize(header, kind, limits)) return header.height;
  const { width, height } = header;
  const isWithin = width <= limits.width && width * height <= ANIMATED * limits.width ** 2;
  // The frames of an animated cape are one above the other.
  const isAnimated = kind === "cape" && width % 64 === 0 && (2 * height) % width === 0;
  return isAnimated && isWithin ? width / 2 : null;
}

export type ImageFormat = "png" | "webp" | "jpeg" | "gif";

/**
 * Encodes pixels in one of sharp's threads. PNG and WebP are lossless; a JPEG is on a black ground, as programs
 * that know no transparency make one, and a GIF has at most 256 colours.
 */
export function encodeImage(
  { width, height, data }: Pixels,
  format: ImageFormat,
): Promise<Uint8Array> {
  return encode((sharp) => {
    const raw = { width, height, channels: 4 } as const;
    const image = sharp(data, { raw }).timeout({ seconds: TIMEOUT_SECONDS });
    switch (format) {
      case "png":
        return image.png().toBuffer();
      case "webp":
        // `exact` keeps the colour of invisible pixels, as PNG does. For lossless WebP, `quality` is how long
        // to search: from 25 on it takes twice the time and saves a tenth of the bytes of slanted views.
        return image.webp({ lossless: true, exact: true, effort: 1, quality: 20 }).toBuffer();
      case "jpeg": {
        // Colours in full resolution: a texel has hard edges.
        const options = { quality: 90, chromaSubsampling: "4:4:4" } as const;
        return image.flatten({ background: "#000" }).jpeg(options).toBuffer();
      }
      case "gif":
        return image.gif({ dither: 0, effort: 1 }).toBuffer();
    }
  });
}

let strictSharp: Promise<typeof Sharp> | undefined;

/**
 * A queue for work with sharp. Each kind of work has its own, so that a flood of one does not delay
 * another; those who use it bound how much waits. From the first call on, sharp reads only PNG from
 * memory in this whole process, since its other loaders have a long history of vulnerabilities.
 * @param concurrency The number of images that are processed at the same time.
 */
export function createSharpQueue(concurrency: number) {
  const limit = pLimit(concurrency);
  return <T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> =>
    limit(async () => work(await load()));
}

function load(): Promise<typeof Sharp> {
  strictSharp ??= import("sharp")
    .then(({ default: sharp }) => {
      sharp.block({ operation: ["VipsForeignLoad"] });
      sharp.unblock({ operation: ["VipsForeignLoadPngBuffer"] });
      // Each texture is read once, and several at a time, so sharp's own cache and threads would not help.
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    })
    .catch((error: unknown) => {
      strictSharp = undefined;
      throw error;
    });
  return strictSharp;
}
