import { availableParallelism } from "node:os";
import { inflateSync } from "node:zlib";
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

/** The most bytes a texture may have. Real ones stay below 20 kB. */
export const MAX_TEXTURE_BYTES = 256 * 1024;

const UNIT = 64;
const LARGEST_WIDTH = 512;
/** More than any valid image has: 512 rows of 512 pixels of eight bytes, and what interlacing adds. */
const MAX_INFLATED_BYTES = LARGEST_WIDTH * (LARGEST_WIDTH * 8 + 8);
const PATIENCE_SECONDS = 2;
const STRICT = {
  failOn: "warning",
  limitInputPixels: LARGEST_WIDTH * LARGEST_WIDTH,
  limitInputChannels: 4,
  ignoreIcc: true,
} as const;

const withSharp = createSharpQueue(availableParallelism());

/**
 * Decodes a skin or cape of any PNG format to RGBA. Channels of 16 bits keep their upper eight; gamma and
 * colour profiles are ignored, as by the game.
 *
 * Throws TextureError for bytes that are too many, not a PNG, damaged, or of a size that no skin or cape
 * has: the size is checked before decoding, and a texture is never partially decoded.
 */
export async function decodeTexture(bytes: Uint8Array, kind: "skin" | "cape"): Promise<Pixels> {
  if (bytes.length > MAX_TEXTURE_BYTES) throw new TextureError("too-large");
  const header = readPngHeader(bytes);
  if (header === null) throw new TextureError("not-png");
  if (!isLegalSize(header, kind)) throw new TextureError("illegal-size");
  const png = checkedPng(bytes, header);
  if (png === null) throw new TextureError("undecodable");
  refuseBomb(png.deflated);

  return withSharp(async (sharp) => {
    const { data, info } = await sharp(png.bytes, STRICT)
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

/** Whether bytes begin like a PNG with the size of a skin or cape. Decodes nothing. */
export function hasLegalSize(bytes: Uint8Array, kind: "skin" | "cape"): boolean {
  const header = readPngHeader(bytes);
  return header !== null && isLegalSize(header, kind);
}

/**
 * libpng inflates all data, even if the image needs less. Inflating it here first, with a limit, takes
 * 30 µs for a common skin.
 */
function refuseBomb(deflated: Uint8Array): void {
  try {
    inflateSync(deflated, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch (cause) {
    undecodable(cause);
  }
}

function undecodable(cause: unknown): never {
  throw new TextureError("undecodable", { cause });
}

/**
 * Skins are 64×64 or, before 2014, 64×32; capes 64×32. Bedrock Edition and cape mods also use
 * multiples, and mods the shapes 22×17 and 46×22, which leave out the unused part.
 */
function isLegalSize({ width, height }: PngHeader, kind: "skin" | "cape"): boolean {
  if (width > LARGEST_WIDTH) return false;
  const whole = width % UNIT === 0;
  if (kind === "skin") return whole && (height === width || height * 2 === width);
  return (
    (whole && height * 2 === width) || 17 * width === 22 * height || 11 * width === 23 * height
  );
}
