import type { Pixels } from "./codec.ts";
import {
  createDepthCanvas,
  createSamples,
  drawFace,
  edgesOf,
  planeOf,
  sampleFace,
  setMeans,
} from "./depth.ts";
import type { GameTexture } from "./game-texture.ts";
import { facesOf, MIDDLE, type Face, type Look, type Section } from "./model.ts";
import { JOINTS, POSES, type PoseName } from "./poses.ts";
import { shaded, type Frame } from "./raster.ts";
import { dot, eyeOf, projected, sum, type Camera, type Eye, type Vector } from "./space.ts";

/** A player as a camera sees it. */
export interface Shot extends Camera {
  section: Section;
  pose: PoseName;
}

/** The height of each section. */
const HEIGHTS: Readonly<Record<Section, number>> = { head: 8, bust: 16, body: 32 };
/** Up to this height, a pixel on an edge is the mean of 4 × 4 samples, above it of 2 × 2. */
const LARGEST_FINE = 192;

/**
 * Draws a player from any direction, so many pixels high, and as wide as what is seen, but never wider than high.
 * Only edges are smoothed, those between two texels included: elsewhere all samples of a pixel are the same.
 */
export function drawShot(
  shot: Shot,
  look: Look,
  texture: GameTexture,
  height: number,
  isLit = true,
): Pixels {
  const eye = eyeOf(shot, MIDDLE[shot.section], HEIGHTS[shot.section]);
  const frame = frameOf(shot, look, eye);
  const width = Math.max(1, Math.round((height * frame.width) / frame.height));
  const faces = visibleOf(facesOf(look, shot.section, POSES[shot.pose]), eye)
    .map(({ face, isInside }) => {
      const shade = isLit ? shadeOf(face.normal, isInside) : 1;
      return { face, texels: shaded(texture, { ...face, shade }) };
    })
    .filter(({ texels }) => texels.words.some((word) => word !== 0));
  const canvas = createDepthCanvas(width, height);
  for (const [index, { face, texels }] of faces.entries()) {
    drawFace(planeOf(face, eye, frame, height), texels, canvas, index + 1);
  }
  const side = height <= LARGEST_FINE ? 4 : 2;
  const samples = createSamples(edgesOf(canvas), side);
  for (const { face, texels } of faces) {
    sampleFace(planeOf(face, eye, frame, height), texels, samples);
  }
  setMeans(samples, canvas.bytes);
  return { width, height, data: canvas.bytes };
}

/**
 * What holds the player, with wide arms and the second layer whether they are drawn or not: neither may move the
 * figure. A square if what is seen is wider than high.
 */
export function frameOf({ section, pose }: Shot, look: Look, eye: Eye): Frame {
  const faces = facesOf({ ...look, slim: false, overlay: true }, section, POSES[pose]);
  const points = faces.flatMap(({ corner, along, down }) =>
    [corner, sum(corner, along), sum(corner, down), sum(sum(corner, along), down)].map((point) => {
      const [x, y, w] = projected(point, 1, eye);
      return [x / w, y / w] as const;
    }),
  );
  const range = (axis: 0 | 1): [least: number, length: number] => {
    const values = points.map((point) => point[axis]);
    const least = Math.min(...values);
    return [least, Math.max(...values) - least];
  };
  const [[x, width], [y, ownHeight]] = [range(0), range(1)];
  // Heads and busts are square, as from the front.
  const side = Math.max(width, ownHeight);
  const height = section === "body" ? Math.max(ownHeight, width) : side;
  const across = section === "body" ? width : side;
  return {
    x: x - (across - width) / 2,
    y: y - (height - ownHeight) / 2,
    width: across,
    height,
  };
}

interface Visible {
  face: Face;
  /** Whether the camera sees its inside. */
  isInside: boolean;
}

/**
 * In the order in which they are drawn: the first layer, then the second, which may be translucent, of the
 * farthest part first. The inside of a second layer is seen through holes in its outside.
 */
function visibleOf(faces: readonly Face[], eye: Eye): Visible[] {
  const all = faces.map((face) => ({ face, isInside: !facesCamera(face, eye) }));
  const first = all.filter(({ face, isInside }) => face.layer === "first" && !isInside);
  const second = all.filter(({ face }) => face.layer === "second");
  const rank = ({ face, isInside }: Visible) =>
    dot(eye.towards, JOINTS[face.joint]) + (isInside ? -0.01 : 0);
  return [...first, ...second.toSorted((one, other) => rank(one) - rank(other))];
}

function facesCamera({ corner, normal }: Face, { towards, target, distance }: Eye): boolean {
  if (distance === undefined) return dot(normal, towards) > 0;
  const camera = towards.map((part, axis) => part * distance + (target[axis] ?? 0));
  const [x = 0, y = 0, z = 0] = camera;
  return dot(normal, [x - corner[0], y - corner[1], z - corner[2]]) > 0;
}

/** How light a side is: as the game shades blocks, blended for sides that are not level. */
const SHADES = { up: 1, down: 0.5, front: 0.8, side: 0.6 };

function shadeOf(normal: Vector, isInside: boolean): number {
  const [x, y, z] = isInside ? normal.map((part) => -part) : normal;
  const level = SHADES.side * (x ?? 0) ** 2 + SHADES.front * (z ?? 0) ** 2;
  return level + ((y ?? 0) > 0 ? SHADES.up : SHADES.down) * (y ?? 0) ** 2;
}
