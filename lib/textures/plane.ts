import type { Size } from "./fit.ts";
import {
  cross,
  dot,
  inverse,
  projected,
  sum,
  type Eye,
  type Matrix,
  type Vector,
} from "./space.ts";

/** A parallelogram in space. */
export interface Side {
  /** The position of its upper left corner, and the vectors of its upper and left edges. */
  readonly corner: Vector;
  readonly along: Vector;
  readonly down: Vector;
}

/** A rectangle, in the units of what is in it. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A side in the image. Each vector gives a value at a place, from its column, its row and 1, in pixels; they are
 * divided by how far the place is from the camera, which is 1 over `near`.
 */
export interface Plane {
  /** The distances of a place along the upper and the left edge, from 0 to 1. */
  readonly across: Vector;
  readonly below: Vector;
  readonly near: Vector;
  /** Grows towards the camera, and is above 0. */
  readonly depth: Vector;
  /** All places are equally far. */
  readonly isLevel: boolean;
  /** The rows whose middle it can cover: the first, and the one behind the last. */
  readonly top: number;
  readonly bottom: number;
}

/**
 * A pixel on the border of two texels shows the one nearer to the middle of the image, so that a symmetrical skin
 * looks symmetrical: everything is larger by so little that nothing else changes.
 */
const TOWARDS_MIDDLE = 1 + 1e-7;

/**
 * The place at which a pixel is seen. In the middle of the image, that may be on a border, where rounding must not
 * decide: the texel to the right or below is taken, as everywhere in this service.
 */
export const PIXEL_MIDDLE = 0.5 + 1e-9;

/** Every part of a player is less than this behind its middle. */
const BEHIND = 100;

/**
 * @param frame The part of the image's plane that is shown, in the middle of the image and as high.
 * @param image In pixels.
 * @returns Undefined for a side that is seen from its edge, and covers nothing.
 */
export function planeOf(side: Side, eye: Eye, frame: Frame, image: Size): Plane | undefined {
  const along = projected(side.along, 0, eye);
  const down = projected(side.down, 0, eye);
  const corner = projected(side.corner, 1, eye);
  if (Math.abs(dot(cross(along, down), corner)) < 1e-9) return undefined;
  const solved = inverse([
    [along[0], down[0], corner[0]],
    [along[1], down[1], corner[1]],
    [along[2], down[2], corner[2]],
  ]);
  const { width, height } = image;
  const scale = (height / frame.height) * TOWARDS_MIDDLE;
  const left = frame.x + (frame.width - width / scale) / 2;
  const top = frame.y + (frame.height - height / scale) / 2;
  const inPixels = ([x, y, one]: Vector): Vector => [
    x / scale,
    y / scale,
    x * left + y * top + one,
  ];
  const [across, below, near] = solved.map(inPixels) as unknown as Matrix;
  const corners = [corner, sum(corner, along), sum(corner, down), sum(sum(corner, along), down)];
  const rows = corners.map((place) => (place[1] / place[2] - top) * scale);
  const isLevel = eye.distance === undefined;
  return {
    across,
    below,
    near,
    depth: isLevel ? inPixels(depthOf(side, eye, solved)) : near,
    isLevel,
    top: Math.max(0, Math.ceil(Math.min(...rows) - PIXEL_MIDDLE)),
    bottom: Math.min(height, Math.ceil(Math.max(...rows) - PIXEL_MIDDLE)),
  };
}

/** The depth of a place on a side for a camera that is infinitely far away. */
function depthOf(
  { corner, along, down }: Side,
  { towards }: Eye,
  [across, below, near]: Matrix,
): Vector {
  const [ofAlong, ofDown, ofCorner] = [along, down, corner].map((one) => dot(towards, one));
  const part = (axis: 0 | 1 | 2) =>
    (ofAlong ?? 0) * across[axis] +
    (ofDown ?? 0) * below[axis] +
    (BEHIND + (ofCorner ?? 0)) * near[axis];
  return [part(0), part(1), part(2)];
}
