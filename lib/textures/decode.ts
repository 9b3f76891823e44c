import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { GAME_LIMITS, HD_LIMITS, type TextureLimits } from "./limits.ts";
import { type PngHeader, readPngHeader } from "./png.ts";
import { checkedPng } from "./checked-png.ts";
import { createSharpQueue } from "./strict-sharp.ts";

/** An image in memory: four bytes (RGBA, straight alpha) per pixel, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Why bytes were rejected as a texture. */
export type TextureFault = "too-large" | "not-png" | "illegal-size" | "undecodable";

/** Thrown for bytes that are not a texture. A retry does not help. */
export class TextureError extends Error {
  override readonly name = "TextureError";
  readonly reason: TextureFault;
  constructor(reason: TextureFault, options?: ErrorOptions) {
    super(`The bytes are no texture: ${reason}.`, options);
    this.reason = reason;
  }
}

const UNIT = 64;
const PATIENCE_SECONDS = 2;
const STRICT = { failOn: "warning", limitInputChannels: 4, ignoreIcc: true } as const;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** What interlacing adds to a row: it makes up to two of one, each with a filter byte and padding. */
const INTERLACED_BYTES = 4;

const inflated = promisify(inflate);
const cores = availableParallelism();
const ofTheGame = createSharpQueue({ concurrency: cores, waiting: 64 });
/** A quarter as many, since each may take four times the bytes and pixels: all together take no more. */
const ofHighResolution = createSharpQueue({ concurrency: Math.ceil(cores / 4), waiting: 16 });

/**
 * Decodes a skin or cape of any PNG format to RGBA. Channels of 16 bits keep their upper eight; gamma and
 * colour profiles are ignored, as by the game.
 *
 * Throws TextureError for bytes that are too many, not a PNG, damaged, or of a size that no skin or cape
 * has: the size is checked before decoding, and a texture is never partially decoded. Throws BusyError when
 * too many textures are waiting.
 */
export async function decodeTexture(
  bytes: Uint8Array,
  kind: "skin" | "cape",
  limits: TextureLimits = GAME_LIMITS,
): Promise<Pixels> {
  if (bytes.length > limits.bytes) throw new TextureError("too-large");
  const header = readPngHeader(bytes);
  if (header === null) throw new TextureError("not-png");
  if (!isLegalSize(header, kind, limits)) throw new TextureError("illegal-size");
  const png = checkedPng(bytes, header);
  if (png === null) throw new TextureError("undecodable");

  const isCommon = bytes.length <= GAME_LIMITS.bytes && header.width <= GAME_LIMITS.width;
  const withSharp = isCommon ? ofTheGame : ofHighResolution;
  return withSharp(async (sharp) => {
    await refuseBomb(png.deflated, header);
    const { data, info } = await sharp(png.bytes, {
      ...STRICT,
      limitInputPixels: limits.width ** 2,
    })
      .timeout({ seconds: PATIENCE_SECONDS })
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

/** Whether bytes begin like a PNG with the size of a skin or cape, of any source. Decodes nothing. */
export function hasLegalSize(bytes: Uint8Array, kind: "skin" | "cape"): boolean {
  const header = readPngHeader(bytes);
  return header !== null && isLegalSize(header, kind, HD_LIMITS);
}

/**
 * libpng inflates all data, even if the image needs less. Inflating it first, and no further than an image
 * of this header can need, costs little and not on this thread.
 */
async function refuseBomb(deflated: Uint8Array, header: PngHeader): Promise<void> {
  const { width, height, bitDepth, colorType } = header;
  const rowBytes = Math.ceil((width * bitDepth * (CHANNELS[colorType] ?? 0)) / 8);
  const maxOutputLength = height * (rowBytes + INTERLACED_BYTES);
  await inflated(deflated, { maxOutputLength }).catch(undecodable);
}

function undecodable(cause: unknown): never {
  throw new TextureError("undecodable", { cause });
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
  const whole = width % UNIT === 0;
  if (kind === "skin") return whole && (height === width || height * 2 === width);
  return (
    (whole && height * 2 === width) || 17 * width === 22 * height || 11 * width === 23 * height
  );
}
