import { lay, type Canvas, type Texels } from "./canvas.ts";
import type { Plane } from "./plane.ts";

/*
 * Sides in space, painted in any order: of what covers a pixel, the nearest is shown. First the middle of each pixel
 * is painted; then, where neighbours differ, several samples of it.
 */

/** A side in the image, with its texels. */
export interface Painted {
  readonly plane: Plane;
  readonly texels: Texels;
  /** How much nearer than it is. Where a second layer touches its first one, it is in front. */
  readonly lead: number;
}

/**
 * A pixel shows the texel under its middle. On the border of two texels, in the middle of the image, rounding must not
 * decide between them: it is always the one to the right or below, as everywhere in this service.
 */
const ON_BORDER = 1e-12;

/**
 * What is nearer by less than this is as near: depths of 32 bits and their sums are not exact. Of what lies in one
 * plane, that which was painted first is seen, at all places.
 */
export const TIE = 2e-5;

/**
 * Paints the middle of each pixel of a side where it is in front of what has been painted.
 * @param depths How near each pixel is: above 0 where anything is painted.
 */
export function paint(
  { plane, texels, lead }: Painted,
  { width, data, words }: Canvas,
  depths: Float32Array,
): void {
  const { width: columns, height: rows, words: colours } = texels;
  const [sx, sy, s0] = plane.across;
  const [tx, ty, t0] = plane.below;
  const [qx, qy, q0] = plane.near;
  const [zx, zy, z0] = plane.depth;
  const { isLevel } = plane;
  const [sByX, tByX] = [sx * columns, tx * rows];
  for (let y = plane.top; y < plane.bottom; y++) {
    // In texels, at the first column.
    const s = (sx * 0.5 + sy * (y + 0.5) + s0 + ON_BORDER) * columns;
    const t = (tx * 0.5 + ty * (y + 0.5) + t0 + ON_BORDER) * rows;
    const q = qx * 0.5 + qy * (y + 0.5) + q0;
    const z = zx * 0.5 + zy * (y + 0.5) + z0 + lead;
    const first = Math.max(
      Math.max(firstInside(s, sByX), firstInside(t, tByX)),
      Math.max(
        firstInside(q * columns - s, qx * columns - sByX),
        firstInside(q * rows - t, qx * rows - tByX),
      ),
    );
    const end = Math.min(
      Math.min(width, endInside(s, sByX), endInside(t, tByX)),
      Math.min(
        endInside(q * columns - s, qx * columns - sByX),
        endInside(q * rows - t, qx * rows - tByX),
      ),
    );
    // Whether columns and rows of texels grow to the right.
    const [sGrows, tGrows] = [sByX * q - s * qx, tByX * q - t * qx];
    const line = y * width;
    for (let x = first; x < end;) {
      const distance = isLevel ? 1 : 1 / (qx * x + q);
      // `| 0` rounds down, in a tenth of the time of `Math.floor`.
      const column = Math.min(columns - 1, ((sByX * x + s) * distance) | 0);
      const row = Math.min(rows - 1, ((tByX * x + t) * distance) | 0);
      // All pixels up to the next border show the same texel.
      const last = Math.min(
        end,
        borderOf(column, sGrows, s, sByX, q, qx),
        borderOf(row, tGrows, t, tByX, q, qx),
      );
      const next = Math.max(x + 1, last);
      const texel = row * columns + column;
      const colour = colours[texel] ?? 0;
      const alpha = colour >>> 24;
      if (alpha === 255) {
        for (let at = line + x; at < line + next; at++) {
          const depth = zx * (at - line) + z;
          if (depth <= (depths[at] ?? 0)) continue;
          depths[at] = depth + TIE;
          words[at] = colour;
        }
      } else if (alpha > 0) {
        for (let at = line + x; at < line + next; at++) {
          const depth = zx * (at - line) + z;
          if (depth <= (depths[at] ?? 0)) continue;
          depths[at] = depth + TIE;
          lay(data, at * 4, texels.data, texel * 4, alpha);
        }
      }
      x = next;
    }
  }
}

/** The first column that is beyond a texel: its number grows to the right, or falls, or is always the same. */
function borderOf(
  texel: number,
  grows: number,
  s: number,
  sByX: number,
  q: number,
  qx: number,
): number {
  if (grows === 0) return Infinity;
  const border = grows > 0 ? texel + 1 : texel;
  const x = (border * q - s) / (sByX - border * qx);
  return grows > 0 ? Math.ceil(x) : Math.floor(x) + 1;
}

/** The first column at which `start + column · step` is not below 0. */
function firstInside(start: number, step: number): number {
  if (step > 0) return Math.max(0, Math.ceil(-start / step));
  return step < 0 || start >= 0 ? 0 : Infinity;
}

/** The first column from which on it is below 0. */
function endInside(start: number, step: number): number {
  return step < 0 ? Math.floor(-start / step) + 1 : Infinity;
}
