import type { Rectangle } from "./canvas.ts";
import type { Side } from "./plane.ts";
import { JOINTS, type Joint, type Pose } from "./poses.ts";
import { applied, rotation, sum, type Matrix, type Vector } from "./space.ts";

/** A side of a box in space: a rectangle of a texture on a parallelogram. */
export interface Face extends Rectangle, Side {
  /** Points out of the box. */
  readonly normal: Vector;
  /** The layers of the player are on the skin. */
  readonly layer: "first" | "second" | "cape";
  /** The part that it belongs to. */
  readonly joint: Joint;
}

/** The look of a player besides the pixels of the skin. */
export interface Look {
  /** The arms are three texels wide, not four. */
  slim: boolean;
  ears: boolean;
  upsideDown: boolean;
  /** The second layer is drawn. */
  overlay: boolean;
  /** The player wears a cape, and throws a shadow on the ground. */
  cape?: boolean | undefined;
  shadow?: boolean | undefined;
  /**
   * The player is drawn as a plan of one side: the second layer lies on the first one, a cape hangs straight down,
   * and nothing is shaded. Pixels of the texture stay pixels.
   */
  flat?: boolean | undefined;
}

/** The part of a player that is drawn. A bust ends below the chest. */
export type Section = "head" | "bust" | "body";

/** A box around a joint. */
interface Box {
  joint: Joint;
  /** The corner with the smallest coordinates, from the joint. */
  at: Vector;
  /** Width, height and depth; its texture is as large, if `texels` does not say otherwise. */
  size: Vector;
  texels?: Vector;
  /** The origin of its sides on the skin, and of those of its second layer. */
  first: readonly [u: number, v: number];
  second?: readonly [u: number, v: number];
  /** The distance of the second layer from the first one. */
  inflation?: number;
}

const HAT = 0.5;
const SLEEVE = 0.25;
/** The height of the body and the arms that a bust shows. */
const BUST = 8;

/** The middle of a standing player, and of each section. */
export const MIDDLE: Readonly<Record<Section, Vector>> = {
  head: [0, 4, 0],
  bust: [0, 0, 0],
  body: [0, -8, 0],
};

function boxesOf({ slim, ears }: Look, section: Section): Box[] {
  const head: Box = {
    joint: "head",
    at: [-4, 0, -4],
    size: [8, 8, 8],
    first: [0, 0],
    second: [32, 0],
    inflation: HAT,
  };
  // An ear has 6 × 6 × 1 texels, and stands off by one on all sides.
  const ear = (x: number): Box => ({
    joint: "head",
    at: [x, 5, -1],
    size: [8, 8, 3],
    texels: [6, 6, 1],
    first: [24, 0],
  });
  const heads = [head, ...(ears ? [ear(-10), ear(2)] : [])];
  if (section === "head") return heads;
  const arm = slim ? 3 : 4;
  const limb = (
    joint: Joint,
    [x, y]: readonly [number, number],
    width: number,
    first: Box["first"],
    second: Box["first"],
  ): Box => {
    const height = section === "bust" ? BUST : 12;
    return { joint, at: [x, y + 12 - height, -2], size: [width, height, 4], first, second };
  };
  const upper = [
    limb("body", [-4, -6], 8, [16, 16], [16, 32]),
    limb("rightArm", [1 - arm, -10], arm, [40, 16], [40, 32]),
    limb("leftArm", [-1, -10], arm, [32, 48], [48, 48]),
  ];
  if (section === "bust") return [...heads, ...upper];
  return [
    ...heads,
    ...upper,
    limb("rightLeg", [-2, -12], 4, [0, 16], [0, 32]),
    limb("leftLeg", [-2, -12], 4, [16, 48], [0, 48]),
  ];
}

/** The cape of skinview3d hangs behind the back, and away from it. */
const HANGING = rotation([10.8, 180, 0]);
const HANGING_STRAIGHT = rotation([0, 180, 0]);
/** The place of the cape, from the joint of the body. */
const NAPE: Vector = [0, 6, -2];

function capeOf({ flat }: Look, section: Section): Face[] {
  const height = section === "bust" ? BUST : 16;
  const box: Box = { joint: "body", at: [-5, -height, 0], size: [10, height, 1], first: [0, 0] };
  return sidesOf(box, box.first, "cape", 0).map((face) => {
    const hanging = around([0, 0, 0], flat ? HANGING_STRAIGHT : HANGING, face);
    return { ...hanging, corner: sum(hanging.corner, NAPE) };
  });
}

/** The sides of a player in a pose: all of the first layer, then, if they are worn, of the second and the cape. */
export function facesOf(look: Look, section: Section, pose: Pose): Face[] {
  const boxes = boxesOf(look, section);
  const off = ({ inflation = SLEEVE }: Box) => (look.flat ? 0 : inflation);
  const placed = [
    ...boxes.map((box) => sidesOf(box, box.first, "first", 0)),
    ...(look.overlay ? boxes.map((box) => sidesOf(box, box.second, "second", off(box))) : []),
    ...(look.cape && section !== "head" ? [capeOf(look, section)] : []),
  ].flatMap((sides) => turned(sides, pose, look));
  const { whole = [0, 0, 0] } = pose;
  const [x, y, z] = whole;
  if (x === 0 && y === 0 && z === 0 && !look.upsideDown) return placed;
  const upright = rotation(whole);
  const matrix: Matrix = look.upsideDown ? upsideDown(upright) : upright;
  return placed.map((face) => around(MIDDLE[section], matrix, face));
}

/** Adds to a matrix half a turn around the axis to the front: the player stands on the head. */
function upsideDown([right, up, front]: Matrix): Matrix {
  const minus = ([x, y, z]: Vector): Vector => [-x, -y, z];
  return [minus(right), minus(up), minus(front)];
}

/** The sides of a box as a pose turns its joint. */
function turned(sides: readonly Face[], pose: Pose, { flat }: Look): Face[] {
  const [{ joint } = { joint: "body" as const }] = sides;
  const { turn, at = JOINTS[joint] } = pose[joint] ?? {};
  const matrix = turn && rotation(turn);
  // The legs are a tenth of a texel beside their place.
  const [x, y, z] = at;
  const place: Vector = flat ? [Math.round(x), y, Math.round(z)] : at;
  return sides.map((side) => {
    const upright = matrix ? around([0, 0, 0], matrix, side) : side;
    return { ...upright, corner: sum(upright.corner, place) };
  });
}

/** A face, turned around a point. */
function around(point: Vector, matrix: Matrix, face: Face): Face {
  const from = sum(face.corner, [-point[0], -point[1], -point[2]]);
  return {
    ...face,
    corner: sum(applied(matrix, from), point),
    along: applied(matrix, face.along),
    down: applied(matrix, face.down),
    normal: applied(matrix, face.normal),
  };
}

/** The six sides of a box or of its second layer, from its joint; none if it has no such layer. */
function sidesOf(
  { joint, at, size, texels: [w, h, d] = size }: Box,
  base: Box["second"],
  layer: Face["layer"],
  off: number,
): Face[] {
  if (base === undefined) return [];
  const [u, v] = base;
  const [x0, y0, z0] = at.map((value) => value - off) as unknown as Vector;
  const [sw, sh, sd] = size.map((value) => value + 2 * off) as unknown as Vector;
  const [x1, y1, z1] = [x0 + sw, y0 + sh, z0 + sd];
  const side = (
    left: number,
    top: number,
    [width, height]: readonly [number, number],
    corner: Vector,
    along: Vector,
    down: Vector,
    normal: Vector,
  ): Face => ({
    u: u + left,
    v: v + top,
    width,
    height,
    corner,
    along,
    down,
    normal,
    layer,
    joint,
  });
  return [
    side(d, 0, [w, d], [x0, y1, z0], [sw, 0, 0], [0, 0, sd], [0, 1, 0]),
    side(d + w, 0, [w, d], [x0, y0, z0], [sw, 0, 0], [0, 0, sd], [0, -1, 0]),
    side(0, d, [d, h], [x0, y1, z0], [0, 0, sd], [0, -sh, 0], [-1, 0, 0]),
    side(d, d, [w, h], [x0, y1, z1], [sw, 0, 0], [0, -sh, 0], [0, 0, 1]),
    side(d + w, d, [d, h], [x1, y1, z1], [0, 0, -sd], [0, -sh, 0], [1, 0, 0]),
    side(2 * d + w, d, [w, h], [x1, y1, z0], [-sw, 0, 0], [0, -sh, 0], [0, 0, -1]),
  ];
}
