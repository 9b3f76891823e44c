/** Red, green, blue and alpha, each 0–255. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Reads `#rrggbb` or `#rrggbbaa`. */
export function colour(hex: string): Colour {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5), hex.length > 7 ? channel(7) : 255];
}

/** Goes `percent` of the way from one colour to the other; alpha stays that of the first. */
export function mix(from: Colour, to: Colour, percent: number): Colour {
  const between = (a: number, b: number) => Math.round(a + ((b - a) * percent) / 100);
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2]), from[3]];
}

/**
 * Positive lightens, negative darkens. Lights turn a little yellow and shadows a little violet,
 * which is what makes flat pixel shading look painted.
 */
export function shade(base: Colour, percent: number): Colour {
  return percent >= 0 ? mix(base, SUNLIGHT, percent) : mix(base, DUSK, -percent);
}

/** The same colour, see-through. */
export function withAlpha(base: Colour, alpha: number): Colour {
  return [base[0], base[1], base[2], alpha];
}

const SUNLIGHT: Colour = [255, 246, 222, 255];
const DUSK: Colour = [34, 20, 52, 255];
