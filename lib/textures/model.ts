import { JOINTS, type Joint, type Pose } from "./poses.ts";
import { applied, rotation, sum, type Matrix, type Vector } from "./space.ts";

/** A side of a box in space: a rectangle of the skin on a parallelogram. */
export interface Face {
  /** The rectangle, in texels. */
  u: number;
  v: number;
  width: number;
  height: number;
  /** The position of its upper left corner, and the vectors of its upper and left edges. */
  corner: Vector;
  along: Vector;
  down: Vector;
  /** Points out of the box. */
  normal: Vector;
  layer: "first" | "second";
  /** The part that it belongs to. */
  joint: Joint;
}

/** How a player looks, besides the pixels of the skin. */
export interface Look {
  /** Whether the arms are three texels wide, not four. */
  slim: boolean;
  ears: boolean;
  upsideDown: boolean;
  /** Whether the second layer is drawn. */
  overlay: boolean;
}

/** What is drawn of a player. A bust ends below the chest. */
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
  /** How far the second layer stands off. */
  inflation?: number;
}

const HAT = 0.5;
const SLEEVE = 0.25;
/** How much of the body and the arms a bust shows. */
const BUST = 8;

/** The middle of a standing player, and of each section. */
export const MIDDLE: Readonly<Record<Section, Vector>> = {
  head: [0, 4, 0],
  bust: [0, 0, 0],
  body: [0, -8, 0],
};

function boxesOf({ slim, ears }: Pick<Look, "slim" | "ears">, section: Section): Box[] {
  const head: Box = {
    joint: "head",
    at: [-4, 0, -4],
    size: [8, 8, 8],
    first: [0, 0],
    second: [32, 0],
    inflation: HAT,
  };
  // An ear has 6 × 6 × 1 texels, and is drawn a third larger.
  const ear = (x: number): Box => ({
    joint: "head",
    at: [x, 5, -1],
    size: [8, 8, 4 / 3],
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

/** The sides of a player in a pose: all of the first layer, then, if it is worn, all of the second. */
export function facesOf(look: Look, section: Section, pose: Pose): Face[] {
  const boxes = boxesOf(look, section);
  const layers = look.overlay ? (["first", "second"] as const) : (["first"] as const);
  const placed = layers.flatMap((layer) =>
    boxes.flatMap((box) => sidesOf(box, layer).map((face) => turned(face, box.joint, pose))),
  );
  const { whole = [0, 0, 0] } = pose;
  const [x, y, z] = whole;
  if (x === 0 && y === 0 && z === 0 && !look.upsideDown) return placed;
  const upright = rotation(whole);
  const matrix: Matrix = look.upsideDown ? upsideDown(upright) : upright;
  return placed.map((face) => around(MIDDLE[section], matrix, face));
}

/** As `matrix`, of something that stands on its head: turned by half around the axis to the front. */
function upsideDown([right, up, front]: Matrix): Matrix {
  const minus = ([x, y, z]: Vector): Vector => [-x, -y, z];
  return [minus(right), minus(up), minus(front)];
}

function turned(face: Face, joint: Joint, pose: Pose): Face {
  const { turn, at = JOINTS[joint] } = pose[joint] ?? {};
  const upright = turn === undefined ? face : around([0, 0, 0], rotation(turn), face);
  return { ...upright, corner: sum(upright.corner, at) };
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

/** The six sides of a box, from its joint; none for a second layer that it has not. */
function sidesOf(box: Box, layer: Face["layer"]): Face[] {
  const { joint, at, size, texels: [w, h, d] = size, inflation = SLEEVE } = box;
  const [u, v] = (layer === "first" ? box.first : box.second) ?? [];
  if (u === undefined || v === undefined) return [];
  const off = layer === "second" ? inflation : 0;
  const [x0, y0, z0] = at.map((value) => value - off) as unknown as Vector;
  const [sw, sh, sd] = size.map((value) => value + 2 * off) as unknown as Vector;
  const [x1, y1, z1] = [x0 + sw, y0 + sh, z0 + sd];
  const side = (
    [left, top, width, height]: readonly [number, number, number, number],
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
    side([d, 0, w, d], [x0, y1, z0], [sw, 0, 0], [0, 0, sd], [0, 1, 0]),
    side([d + w, 0, w, d], [x0, y0, z0], [sw, 0, 0], [0, 0, sd], [0, -1, 0]),
    side([0, d, d, h], [x0, y1, z0], [0, 0, sd], [0, -sh, 0], [-1, 0, 0]),
    side([d, d, w, h], [x0, y1, z1], [sw, 0, 0], [0, -sh, 0], [0, 0, 1]),
    side([d + w, d, d, h], [x1, y1, z1], [0, 0, -sd], [0, -sh, 0], [1, 0, 0]),
    side([2 * d + w, d, w, h], [x1, y1, z0], [-sw, 0, 0], [0, -sh, 0], [0, 0, -1]),
  ];
}
