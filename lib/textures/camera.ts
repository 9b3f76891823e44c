import { createCanvas, texelsOf, type Canvas } from "./canvas.ts";
import type { GameTexture } from "./game-texture.ts";
import { facesOf, MIDDLE, type Face, type Look, type Section } from "./model.ts";
import { paint } from "./paint.ts";
import { planeOf, type Frame } from "./plane.ts";
import { JOINTS, POSES, type PoseName } from "./poses.ts";
import { layShadow, outlineOf, shadowOf } from "./shadow.ts";
import {
  dot,
  eyeOf,
  projected,
  rangeOf,
  sum,
  type Camera,
  type Eye,
  type Vector,
} from "./space.ts";
import type { Painted } from "./span.ts";

/** A player as a camera sees it. */
export interface Shot extends Camera {
  section: Section;
  pose: PoseName;
}

/** The textures of a player. */
export interface Textures {
  skin: GameTexture;
  cape?: GameTexture | undefined;
}

/** The height of a standing player, in texels. */
export const FIGURE_HEIGHT = 32;
/** The height of each section. */
const HEIGHTS: Readonly<Record<Section, number>> = { head: 8, bust: 16, body: FIGURE_HEIGHT };
/** Up to this height, a pixel is the mean of 3 × 3 samples, above it of 2 × 2. */
const LARGEST_FINE = 192;
/** In one plane, a second layer is in front of a first one, and, as in skinview3d, the body in front of limbs. */
const LEADS = { second: 1e-4, body: 5e-5 };

interface DrawOptions {
  /** Sides are shaded. */
  isLit?: boolean;
  /** The width of the image in whose middle the player will be: there is as much room on its left as on its right. */
  within?: number | undefined;
}

/** Draws a player from any direction, so many pixels high, and as wide as what is seen, but never wider than high. */
export function drawShot(
  shot: Shot,
  look: Look,
  textures: Textures,
  height: number,
  { isLit = look.flat !== true, within }: DrawOptions = {},
): Canvas {
  const eye = eyeAt(shot, shot.section);
  const frame = frameOf(shot, look);
  const seen = (height * frame.width) / frame.height;
  const width =
    within === undefined ? Math.round(seen) : within - 2 * Math.round((within - seen) / 2);
  const canvas = createCanvas(Math.max(1, width), height);
  const scale = look.flat ? 1 : height <= LARGEST_FINE ? 3 : 2;
  const samples = { width: canvas.width * scale, height: height * scale };
  const worn = { ...look, cape: look.cape === true && textures.cape !== undefined };
  const sides = facesOf(worn, shot.section, POSES[shot.pose]).flatMap((face): Seen | [] => {
    const isInside = !facesCamera(face, eye);
    if (isInside && (face.layer === "first" || look.flat)) return [];
    const plane = planeOf(face, eye, frame, samples);
    const texture = face.layer === "cape" ? textures.cape : textures.skin;
    const shade = isLit ? shadeOf(face.normal, isInside) : 1;
    const texels = plane && texture && texelsOf(texture, face, shade);
    if (plane === undefined || texels === undefined) return [];
    const nearness = dot(eye.towards, JOINTS[face.joint]) + STEPS[isInside ? "inside" : face.layer];
    const lead =
      (face.layer === "second" ? LEADS.second : 0) + (face.joint === "body" ? LEADS.body : 0);
    return { plane, texels, lead, nearness };
  });
  paint(inOrder(sides), canvas, scale);
  const shadow = look.shadow ? shadowOf(pointsOf(shot, look), eye) : undefined;
  if (shadow !== undefined) layShadow(shadow, eye, frame, canvas);
  return canvas;
}

export const eyeAt = (camera: Camera, section: Section): Eye =>
  eyeOf(camera, MIDDLE[section], HEIGHTS[section]);

export const FRONT: Camera = { yaw: 0, pitch: 0, projection: "orthographic" };

/** A square if what is seen is wider than high; heads and busts are square, as from the front. */
export function frameOf(shot: Shot, look: Look): Frame {
  // From the side, a flat figure has as much room as from the front.
  const eye = eyeAt(look.flat ? FRONT : shot, shot.section);
  const points = pointsOf(shot, look);
  const shadow = look.shadow ? shadowOf(points, eye) : undefined;
  const places = [...points, ...(shadow === undefined ? [] : outlineOf(shadow))].map((point) =>
    projected(point, 1, eye),
  );
  const [left, right] = rangeOf(places.map(([x, , w]) => x / w));
  const [top, bottom] = rangeOf(places.map(([, y, w]) => y / w));
  const side = Math.max(right - left, bottom - top);
  const width = shot.section === "body" ? right - left : side;
  return {
    x: (left + right - width) / 2,
    y: (top + bottom - side) / 2,
    width,
    height: side,
  };
}
/**
 * The corners of all sides, with wide arms and the second layer whether they are drawn or not: neither may move
 * the figure. Nor may a cape that is wanted, but not worn.
 */
function pointsOf({ section, pose }: Shot, look: Look): Vector[] {
  const faces = facesOf({ ...look, slim: false, overlay: true }, section, POSES[pose]);
  return faces.flatMap(({ corner, along, down }) => {
    const right = sum(corner, along);
    return [corner, right, sum(corner, down), sum(right, down)];
  });
}

interface Seen extends Painted {
  /** The order among the sides of one part of the player. */
  readonly nearness: number;
}

/** The distances between the layers of a part. The inside of one is seen through holes in its outside. */
const STEPS = { inside: -0.01, first: 0, second: 0.01, cape: 0.01 };

/**
 * Sides that hide everything behind them come first, then those that have holes or are translucent; the nearest of
 * either first.
 */
function inOrder(sides: readonly Seen[]): Seen[] {
  const isOpen = ({ texels }: Seen) => Number(!texels.isSolid);
  return sides.toSorted(
    (one, other) => isOpen(one) - isOpen(other) || other.nearness - one.nearness,
  );
}

function facesCamera({ corner, normal }: Face, { towards, target, distance }: Eye): boolean {
  if (distance === undefined) return dot(normal, towards) > 0;
  const camera = towards.map((part, axis) => part * distance + (target[axis] ?? 0));
  const [x = 0, y = 0, z = 0] = camera;
  return dot(normal, [x - corner[0], y - corner[1], z - corner[2]]) > 0;
}

/** The light on a side, as the game shades blocks; it is blended for sides that are not level. */
const SHADES = { up: 1, down: 0.5, front: 0.8, side: 0.6 };

function shadeOf(normal: Vector, isInside: boolean): number {
  const [x, y, z] = isInside ? normal.map((part) => -part) : normal;
  const level = SHADES.side * (x ?? 0) ** 2 + SHADES.front * (z ?? 0) ** 2;
  return level + ((y ?? 0) > 0 ? SHADES.up : SHADES.down) * (y ?? 0) ** 2;
}
