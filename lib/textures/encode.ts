import { availableParallelism } from "node:os";
import type { Pixels } from "./decode.ts";
import { createSharpQueue } from "./strict-sharp.ts";

export type ImageFormat = "png" | "webp";

const TIMEOUT_SECONDS = 2;

/** Half of the cores, so that a flood of new images leaves time for everything else. */
export const ENCODED_AT_ONCE = Math.ceil(availableParallelism() / 2);

const withSharp = createSharpQueue(ENCODED_AT_ONCE);

/** Encodes pixels losslessly in one of sharp's threads. The pixels are the same in both formats. */
export function encodeImage(
  { width, height, data }: Pixels,
  format: ImageFormat,
): Promise<Uint8Array> {
  return withSharp((sharp) => {
    const raw = { width, height, channels: 4 } as const;
    const image = sharp(data, { raw }).timeout({ seconds: TIMEOUT_SECONDS });
    if (format === "png") return image.png().toBuffer();
    // `exact` keeps the colour of invisible pixels, as PNG does. For lossless WebP, `quality` is how long
    // to search: from 25 on it takes twice the time and saves a tenth of the bytes of slanted views.
    return image.webp({ lossless: true, exact: true, effort: 1, quality: 20 }).toBuffer();
  });
}
