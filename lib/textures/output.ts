import { encodeImage, type ImageFormat, type Pixels } from "./codec.ts";
import type { Face } from "./head.ts";
import { resized } from "./nearest.ts";

export type OutputFormat = ImageFormat | "svg";

export const MEDIA_TYPES = {
  png: "image/png",
  webp: "image/webp",
  jpeg: "image/jpeg",
  gif: "image/gif",
  svg: "image/svg+xml",
} as const satisfies Record<OutputFormat, string>;
export type MediaType = (typeof MEDIA_TYPES)[OutputFormat];

/** Encodes pixels. */
export async function encodeOutput(pixels: Pixels, format: OutputFormat): Promise<Uint8Array> {
  if (format !== "svg") return encodeImage(pixels, format);
  return Buffer.from(svgOf(pixels, ` width="${pixels.width}" height="${pixels.height}"`));
}

/** The width of a face in texels. */
const FACE = 8;

/** The texels of a face: of a skin in a higher resolution, a pixel of each. */
export function texelsOf({ side, data }: Face): Pixels {
  return resized({ width: side, height: side, data }, FACE);
}

/**
 * Pixels as an SVG: a rectangle for each run of one colour in a row.
 * @param attributes More attributes of the SVG; without a size it fills its place in the page.
 */
export function svgOf({ width, height, data }: Pixels, attributes = ""): string {
  const words = new Uint32Array(new Uint8Array(data).buffer);
  const rectangles: string[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0, end = 0; x < width; x = end) {
      const word = words[y * width + x];
      while (end < width && words[y * width + end] === word) end++;
      const pixel = (y * width + x) * 4;
      const alpha = data[pixel + 3] ?? 0;
      if (alpha === 0) continue;
      const colour = Buffer.from(data.subarray(pixel, pixel + 3)).toString("hex");
      const opacity = alpha === 255 ? "" : ` fill-opacity="${(alpha / 255).toFixed(3)}"`;
      rectangles.push(
        `<rect x="${x}" y="${y}" width="${end - x}" height="1" fill="#${colour}"${opacity}/>`,
      );
    }
  }
  const box = `viewBox="0 0 ${width} ${height}"`;
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" ${box}${attributes} shape-rendering="crispEdges">`;
  return `${opening}${rectangles.join("")}</svg>`;
}
