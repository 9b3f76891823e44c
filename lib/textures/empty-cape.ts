import { plainPng } from "./plain-png.ts";

let png: Uint8Array | undefined;

/** A cape of the usual 64×32 pixels on which nothing is drawn, as PNG. Made once, do not change. */
export function emptyCapePng(): Uint8Array {
  png ??= plainPng({ width: 64, height: 32, data: new Uint8Array(64 * 32 * 4) });
  return png;
}
