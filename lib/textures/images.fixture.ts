import { readFileSync } from "node:fs";
import sharp from "sharp";
import { decodeTexture, type Pixels } from "./codec.ts";
import { idat, iend, packedRows, rawPng } from "./broken.fixture.ts";
import type { Face } from "./head.ts";
import { pngChunk } from "./png.ts";
import { drawView, type ViewName, type ViewOptions } from "./view.ts";

/** Images for tests. */

export interface PositionSkinOptions {
  /** In pixels. Default: 64. */
  width?: number;
  /** Default: as the width. */
  height?: number;
  /** Alpha of the hat's quarter, (32,0)–(64,16): 0, 255 or 100. Default: opaque. */
  hat?: "none" | "opaque" | "translucent";
  /** Alpha of everything else. Default: 255. */
  alpha?: number;
}

const HAT_ALPHA = { none: 0, opaque: 255, translucent: 100 };

/**
 * A skin whose pixels encode their position: red is x mod 256, green is y mod 256, and blue counts the
 * 256s, those of x in its lowest bit and those of y in the next.
 */
export function positionSkin(options: PositionSkinOptions = {}): Pixels {
  const { width = 64, height = width, hat = "opaque", alpha = 255 } = options;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isHat = x >= width / 2 && y < width / 4;
      const blue = (x >> 8) | ((y >> 8) << 1);
      data.set([x & 255, y & 255, blue, isHat ? HAT_ALPHA[hat] : alpha], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

/** The second layers of a skin, as [x, y, width, height], and a colour for each that is far from the others. */
const BOLD = [
  [
    [32, 0, 32, 16],
    [255, 255, 0],
  ],
  [
    [16, 32, 24, 16],
    [0, 255, 0],
  ],
  [
    [40, 32, 16, 16],
    [255, 0, 255],
  ],
  [
    [48, 48, 16, 16],
    [0, 255, 255],
  ],
  [
    [0, 32, 16, 16],
    [255, 0, 0],
  ],
  [
    [0, 48, 16, 16],
    [0, 0, 255],
  ],
] as const;

/** A white skin, each of whose second layers is filled with a colour of its own: many of them lie in one plane. */
export function boldSkin(): Pixels {
  const data = new Uint8Array(64 * 64 * 4).fill(255);
  for (const [[left, top, width, height], colour] of BOLD) {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) data.set(colour, (y * 64 + x) * 4);
    }
  }
  return { width: 64, height: 64, data };
}

/** Says whether a pixel, as a word, has a colour of `boldSkin`: each channel is all or nothing. */
export function isBold(word: number): boolean {
  return word >>> 24 === 255 && [0, 8, 16].every((by) => [0, 255].includes((word >> by) & 255));
}

/** Encodes pixels with sharp, or, as a palette of at most 256 colours, by hand: sharp would round. */
export async function encodePng(
  pixels: Pixels,
  { palette = false, interlaced = false }: { palette?: boolean; interlaced?: boolean } = {},
): Promise<Uint8Array> {
  if (palette) return palettePng(pixels);
  const { width, height, data } = pixels;
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ progressive: interlaced, adaptiveFiltering: true })
    .toBuffer();
}

function palettePng({ width, height, data }: Pixels): Uint8Array {
  const indices = new Map<string, number>();
  const rows = packedRows({ width, height, colorType: 3 }, (pixel) => {
    const colour = data.subarray(pixel * 4, pixel * 4 + 4).join();
    const index = indices.get(colour) ?? indices.size;
    indices.set(colour, index);
    return index;
  });
  if (indices.size > 256) throw new RangeError(`${indices.size} colours do not fit a palette.`);
  const colours = [...indices.keys()].map((colour) => colour.split(",").map(Number));
  const plte = pngChunk("PLTE", Uint8Array.from(colours.flatMap((rgba) => rgba.slice(0, 3))));
  const trns = pngChunk("tRNS", Uint8Array.from(colours.flatMap((rgba) => rgba.slice(3))));
  return rawPng({ width, height, colorType: 3, chunks: [plte, trns, idat(rows), iend()] });
}

/** The pixels of a PNG or WebP by another decoder than ours. */
export async function decodeImage(image: Uint8Array): Promise<Pixels> {
  allowWebp();
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The metadata of a PNG or WebP. */
export async function describeImage(
  image: Uint8Array,
): Promise<{ format: string; hasAlpha: boolean }> {
  allowWebp();
  const { format, hasAlpha } = await sharp(image).metadata();
  return { format, hasAlpha };
}

/** Decoding textures blocks all loaders but PNG, for the whole process. */
function allowWebp(): void {
  sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer"] });
}

const sandbox = new URL("../../sandbox/textures/", import.meta.url);

/** A texture of the sandbox. */
export function textureOf(name: string, kind: "skin" | "cape" = "skin"): Promise<Pixels> {
  return decodeTexture(readFileSync(new URL(`${name}.png`, sandbox)), kind);
}

/** A face in a size: the definition, pixel by pixel, in fractions. */
export function expectedFace({ side, data }: Face, size: number): Uint8Array {
  const pixels = new Uint32Array(Uint8Array.from(data).buffer);
  const image = new Uint32Array(size * size);
  const under = (at: number) => {
    const place = ((at + 0.5) * side) / size;
    // On a border, beyond the middle, it is the one before.
    return Number.isInteger(place) && place > side / 2 ? place - 1 : Math.floor(place);
  };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      image[y * size + x] = pixels[under(y) * side + under(x)] ?? 0;
    }
  }
  return new Uint8Array(image.buffer);
}

/** A view, 32 pixels high and of wide arms unless `options` say otherwise. */
export function drawn(pixels: Pixels, view: ViewName, options: Partial<ViewOptions> = {}): Pixels {
  const usual = {
    size: 32,
    overlay: true,
    model: "classic",
    upsideDown: false,
    ears: false,
  } as const;
  return drawView({ texture: pixels }, { ...usual, view, ...options });
}

export function pixelAt({ width, data }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}
