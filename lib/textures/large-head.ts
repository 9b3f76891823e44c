import type { Face } from "./face.ts";
import { nearestIndices } from "./nearest.ts";
import { withStrictSharp } from "./strict-sharp.ts";

const CHANNELS = 4;
const PATIENCE_SECONDS = 2;

/**
 * Draws a face of any number of pixels through sharp. Only the encoding is left to it: the
 * pixels are chosen here, so that small and large faces are enlarged alike.
 */
export async function headFromLargeFace(
  face: Face,
  size: number,
  format: "png" | "webp",
): Promise<Uint8Array> {
  const raw = { width: size, height: size, channels: CHANNELS } as const;
  return withStrictSharp((sharp) => {
    const picture = sharp(resized(face, size), { raw }).timeout({ seconds: PATIENCE_SECONDS });
    // `exact` keeps the colour of invisible pixels, as PNG does. More effort than 0 takes twenty
    // times as long, for a picture that is small already.
    const encoded =
      format === "png" ? picture.png() : picture.webp({ lossless: true, exact: true, effort: 0 });
    return encoded.toBuffer();
  });
}

function resized({ side, data }: Face, size: number): Uint8Array {
  const from = nearestIndices(side, size);
  // One pixel is one 32-bit word; a copy is aligned, whatever the face's bytes are part of.
  const source = new Uint32Array(new Uint8Array(data).buffer);
  const target = new Uint32Array(size * size);
  for (const [y, sourceY] of from.entries()) {
    const row = y * size;
    if (sourceY === from[y - 1]) {
      target.copyWithin(row, row - size, row);
      continue;
    }
    for (const [x, sourceX] of from.entries()) {
      target[row + x] = source[sourceY * side + sourceX] ?? 0;
    }
  }
  return new Uint8Array(target.buffer);
}
