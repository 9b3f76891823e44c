import { reverseBits } from "./bits.ts";
import { type WebpLayout, webpLayout } from "./webp-layout.ts";

const COLOURS = 64;
const CHANNELS = 4;
/** RIFF header, signature, 28 bits of size: then the bit that says whether there is alpha. */
const ALPHA_FLAG = { byte: 24, bit: 0b1_0000 };

const layouts = new Map<number, WebpLayout>();
// Codes are written from their highest bit on, in a stream that begins with the lowest.
const REVERSED = Uint8Array.from({ length: 256 }, (_, value) => reverseBits(value, 8));

/**
 * Draws an 8×8 face (256 bytes of RGBA) as a lossless WebP of `size`×`size`. As with PNG, all but
 * the palette is the same for every player and made once for each size.
 */
export function headWebp(face: Uint8Array, size: number): Uint8Array {
  const { bytes, paletteBit } = layoutOf(size);
  const webp = new Uint8Array(bytes);
  const shift = paletteBit & 7;
  let to = paletteBit >> 3;
  let carry = webp[to] ?? 0;
  let allAlpha = 255;

  for (let at = 0; at < COLOURS * CHANNELS; at++) {
    // WebP's order is green, red, blue, alpha: the first two of a colour change places.
    const channel = (at & 2) === 0 ? at ^ 1 : at;
    const value = face[channel] ?? 0;
    const before = at < CHANNELS ? 0 : (face[channel - CHANNELS] ?? 0);
    carry |= (REVERSED[(value - before) & 255] ?? 0) << shift;
    webp[to++] = carry & 255;
    carry >>= 8;
    if ((at & 3) === 3) allAlpha &= value;
  }
  webp[to] = (webp[to] ?? 0) | carry;
  if (allAlpha !== 255) webp[ALPHA_FLAG.byte] = (webp[ALPHA_FLAG.byte] ?? 0) | ALPHA_FLAG.bit;
  return webp;
}

function layoutOf(size: number): WebpLayout {
  let layout = layouts.get(size);
  if (layout === undefined) {
    layout = webpLayout(size);
    layouts.set(size, layout);
  }
  return layout;
}
