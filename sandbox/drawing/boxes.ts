/** Arms are four pixels wide on a classic model and three on a slim one. */
export type Model = "classic" | "slim";

export type PartName = "head" | "body" | "rightArm" | "leftArm" | "rightLeg" | "leftLeg";
export type Side = "top" | "bottom" | "right" | "front" | "left" | "back";
/** The skin itself, or the layer worn over it: hat, jacket, sleeves, trousers. */
export type Layer = "base" | "outer";

/** A rectangle of the texture. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One box of the body, unfolded. Right and left are the player's own. */
export type Box = Readonly<Record<Side, Region>>;

export const PART_NAMES = [
  "head",
  "body",
  "rightArm",
  "leftArm",
  "rightLeg",
  "leftLeg",
] as const satisfies readonly PartName[];
export const SIDES = [
  "top",
  "bottom",
  "right",
  "front",
  "left",
  "back",
] as const satisfies readonly Side[];

/** Where a part of the body lies on a 64×64 texture. */
export function boxOf(part: PartName, layer: Layer, model: Model): Box {
  const [u, v] = ORIGINS[part][layer];
  const isArm = part === "rightArm" || part === "leftArm";
  const [width, height, depth] = isArm && model === "slim" ? ([3, 12, 4] as const) : SIZES[part];
  return unfold(u, v, width, height, depth);
}

/** The six sides of a box whose texture starts at (u, v). */
export function unfold(u: number, v: number, width: number, height: number, depth: number): Box {
  return {
    top: { x: u + depth, y: v, width, height: depth },
    bottom: { x: u + depth + width, y: v, width, height: depth },
    right: { x: u, y: v + depth, width: depth, height },
    front: { x: u + depth, y: v + depth, width, height },
    left: { x: u + depth + width, y: v + depth, width: depth, height },
    back: { x: u + 2 * depth + width, y: v + depth, width, height },
  };
}

const ORIGINS = {
  head: { base: [0, 0], outer: [32, 0] },
  body: { base: [16, 16], outer: [16, 32] },
  rightArm: { base: [40, 16], outer: [40, 32] },
  leftArm: { base: [32, 48], outer: [48, 48] },
  rightLeg: { base: [0, 16], outer: [0, 32] },
  leftLeg: { base: [16, 48], outer: [0, 48] },
} as const satisfies Record<PartName, Record<Layer, readonly [number, number]>>;

const SIZES = {
  head: [8, 8, 8],
  body: [8, 12, 4],
  rightArm: [4, 12, 4],
  leftArm: [4, 12, 4],
  rightLeg: [4, 12, 4],
  leftLeg: [4, 12, 4],
} as const satisfies Record<PartName, readonly [number, number, number]>;
