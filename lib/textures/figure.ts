import type { Frame, Point, Quad } from "./raster.ts";

/** A box of the player model, and the position of its sides on the skin. */
interface Box {
  /** The corner with the smallest coordinates, in texels of a skin 64 pixels wide; see `figureOf`. */
  readonly at: Vector;
  /** Width, height and depth. */
  readonly size: Vector;
  /** The same in texels of the skin, where the box is larger than its texture. */
  readonly texels: Vector;
  /** The origin of the box's sides on the skin. */
  readonly base: readonly [u: number, v: number];
  /** The origin of its second layer's sides, and the distance of that layer. */
  readonly overlay?: readonly [u: number, v: number];
  readonly inflation: number;
  /** Whether the inside of the second layer shows: that of a limb ends within its neighbour. */
  readonly hollow: boolean;
}

type Vector = readonly [x: number, y: number, z: number];

/** One side of a box: a rectangle of the skin, and the parallelogram that it covers in space. */
interface Side extends Pick<Quad, "u" | "v" | "width" | "height"> {
  /** The position of the rectangle's upper left corner, and the vectors of its upper and left edges. */
  readonly corner: Vector;
  readonly along: Vector;
  readonly down: Vector;
  /** Points out of the box. */
  readonly normal: Vector;
}

/** The direction from which a figure is seen. */
export interface Camera {
  /** What one step along each axis is in the image. */
  readonly axes: readonly [x: Point, y: Point, z: Point];
  /** Towards the camera. */
  readonly towards: Vector;
  /** Whether sides are shaded and the second layer stands off: both are seen only from an angle. */
  readonly spatial: boolean;
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

/** How the game shades the sides of blocks: the top, the bottom, front and back, left and right. */
const SHADES = { top: 1, bottom: 0.5, front: 0.8, side: 0.6 };

/** The height of the figure without ears. */
export const FIGURE_HEIGHT = 32;

/**
 * The boxes of a player, arranged as in the game. Seen from the front, x grows to the right, y downwards,
 * and z towards the viewer; the origin is the figure's middle.
 */
export function figureOf({ slim, ears }: Look): Box[] {
  const arm = slim ? 3 : 4;
  return [
    part([0, 4, -2], [4, 12, 4], [16, 48], [0, 48]),
    part([-4, 4, -2], [4, 12, 4], [0, 16], [0, 32]),
    part([4, -8, -2], [arm, 12, 4], [32, 48], [48, 48]),
    part([-4, -8, -2], [8, 12, 4], [16, 16], [16, 32]),
    part([-4 - arm, -8, -2], [arm, 12, 4], [40, 16], [40, 32]),
    ...headOf({ ears }),
  ];
}

/** The head alone, with ears if the player has them. */
export function headOf({ ears }: Pick<Look, "ears">): Box[] {
  return [headBox, ...(ears ? [...ear(-10), ...ear(2)] : [])];
}

/** The distance of a hat from the head. */
const HAT = 0.5;
const headBox = part([-4, -16, -4], [8, 8, 8], [0, 0], [32, 0], HAT);

function part(
  at: Vector,
  size: Vector,
  base: Box["base"],
  overlay: Box["base"],
  inflation = 0.25,
): Box {
  return { at, size, texels: size, base, overlay, inflation, hollow: inflation === HAT };
}

/**
 * An ear: 6×6×1 texels, drawn larger. In two boxes, since the upper one is in front of the head and the
 * lower one may be behind it.
 */
function ear(x: number): Box[] {
  const unit = 8 / 6;
  const rows = (from: number, count: number): Box => ({
    at: [x, from * unit - 21, -1],
    size: [8, count * unit, 3],
    texels: [6, count, 1],
    base: [24, from],
    inflation: 0,
    hollow: false,
  });
  return [rows(0, 4), rows(4, 2)];
}

/** The six sides of a box, or of its second layer if `origin` is the layer's. */
function sidesOf({ at, size, texels }: Box, [u, v]: Box["base"], inflation: number): Side[] {
  const [w, h, d] = texels;
  const [x0, y0, z0] = at.map((value) => value - inflation) as unknown as Vector;
  const [sw, sh, sd] = size.map((value) => value + 2 * inflation) as unknown as Vector;
  const [x1, y1, z1] = [x0 + sw, y0 + sh, z0 + sd];
  const side = (
    [left, top, width, height]: readonly [number, number, number, number],
    corner: Vector,
    along: Vector,
    down: Vector,
    normal: Vector,
  ): Side => ({ u: u + left, v: v + top, width, height, corner, along, down, normal });
  return [
    side([d, 0, w, d], [x0, y0, z0], [sw, 0, 0], [0, 0, sd], [0, -1, 0]),
    side([d + w, 0, w, d], [x0, y1, z0], [sw, 0, 0], [0, 0, sd], [0, 1, 0]),
    side([0, d, d, h], [x0, y0, z0], [0, 0, sd], [0, sh, 0], [-1, 0, 0]),
    side([d, d, w, h], [x0, y0, z1], [sw, 0, 0], [0, sh, 0], [0, 0, 1]),
    side([d + w, d, d, h], [x1, y0, z1], [0, 0, -sd], [0, sh, 0], [1, 0, 0]),
    side([2 * d + w, d, w, h], [x1, y0, z0], [-sw, 0, 0], [0, sh, 0], [0, 0, -1]),
  ];
}

/** The visible sides of boxes, the farthest box first: the boxes of a figure do not overlap. */
export function quadsOf(boxes: readonly Box[], from: Camera, look: Look): Quad[] {
  const camera = look.upsideDown ? turned(from) : from;
  const { towards, spatial } = camera;
  const closeness = ({ at, size }: Box) => dot(at, towards) + dot(size, towards) / 2;
  const isVisible = ({ normal }: Side) => dot(normal, towards) > 0;
  const sides = boxes
    .toSorted((one, other) => closeness(one) - closeness(other))
    .flatMap((box) => {
      const base = sidesOf(box, box.base, 0).filter(isVisible);
      if (!look.overlay || box.overlay === undefined) return base;
      const second = sidesOf(box, box.overlay, spatial ? box.inflation : 0);
      // The inside of a hat is visible through transparent parts of its front.
      const inside = spatial && box.hollow ? second.filter((side) => !isVisible(side)) : [];
      return [...inside, ...base, ...second.filter(isVisible)];
    });
  return sides.map((side) => ({
    ...side,
    corner: projected(side.corner, camera),
    along: projected(side.along, camera),
    down: projected(side.down, camera),
    shade: spatial ? shadeOf(side.normal, camera) : 1,
  }));
}

/** The area that boxes and their second layer cover. */
export function boundsOf(boxes: readonly Box[], camera: Camera, look: Look): Frame {
  const quads = quadsOf(boxes, camera, { ...look, overlay: true });
  const range = (axis: 0 | 1): [least: number, length: number] => {
    const ends = quads.flatMap(({ corner, along, down }) => {
      const start = corner[axis];
      return [start, start + along[axis], start + down[axis], start + along[axis] + down[axis]];
    });
    const least = Math.min(...ends);
    return [least, Math.max(...ends) - least];
  };
  const [[x, width], [y, height]] = [range(0), range(1)];
  return { x, y, width, height };
}

/** A camera turned by half around the axis that points to the front. */
function turned({ axes: [x, y, z], towards: [right, down, front], spatial }: Camera): Camera {
  const minus = ([across, along]: Point): Point => [-across, -along];
  return { axes: [minus(x), minus(y), z], towards: [-right, -down, front], spatial };
}

function projected([x, y, z]: Vector, { axes: [ofX, ofY, ofZ] }: Camera): Point {
  return [x * ofX[0] + y * ofY[0] + z * ofZ[0], x * ofX[1] + y * ofY[1] + z * ofZ[1]];
}

function shadeOf([x, y]: Vector, { axes }: Camera): number {
  if (y !== 0) return y * axes[1][1] < 0 ? SHADES.top : SHADES.bottom;
  return x === 0 ? SHADES.front : SHADES.side;
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
