import type { Pixels } from "./codec.ts";
import type { GameTexture } from "./game-texture.ts";
import { facesOf, MIDDLE, type Face, type Look, type Section } from "./model.ts";
import { JOINTS, POSES, type PoseName } from "./poses.ts";
import { createCanvas, lay, shaded, type Canvas, type Frame } from "./raster.ts";
import {
  cross,
  dot,
  eyeOf,
  inverse,
  projected,
  sum,
  type Camera,
  type Eye,
  type Matrix,
  type Vector,
} from "./space.ts";

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

/** A canvas that knows how near each pixel is, and what it shows. */
interface DepthCanvas extends Canvas {
  /** Above 0 where anything is drawn. */
  readonly depths: Float32Array;
  /** The face and the texel; 0 where nothing is drawn. */
  readonly keys: Int32Array;
}

function createDepthCanvas(width: number, height: number): DepthCanvas {
  const canvas = createCanvas(width, height);
  const { length } = canvas.words;
  return { ...canvas, depths: new Float32Array(length), keys: new Int32Array(length) };
}

/** The pixels of a canvas that are on an edge, row by row. */
interface Edges {
  /** Of the canvas. */
  readonly width: number;
  readonly places: Uint32Array;
  /** The index of the first place of each row, and behind the last one. */
  readonly rowStarts: Uint32Array;
}

/** The pixels beside which another texel is shown, or nothing. */
function edgesOf({ width, height, keys }: DepthCanvas): Edges {
  const places = new Uint32Array(keys.length);
  const rowStarts = new Uint32Array(height + 1);
  let count = 0;
  for (let y = 0, at = 0; y < height; y++) {
    rowStarts[y] = count;
    for (let x = 0; x < width; x++, at++) {
      const key = keys[at];
      // Beyond the border of the image is nothing.
      const isEdge =
        key !== (x > 0 ? keys[at - 1] : 0) ||
        key !== (x + 1 < width ? keys[at + 1] : 0) ||
        key !== (y > 0 ? keys[at - width] : 0) ||
        key !== (y + 1 < height ? keys[at + width] : 0);
      if (isEdge) places[count++] = at;
    }
  }
  rowStarts[height] = count;
  return { width, places: places.subarray(0, count), rowStarts };
}

/** Several samples of each pixel on an edge. */
interface Samples {
  readonly edges: Edges;
  /** So many in a row, and so many rows, for each pixel. */
  readonly side: number;
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  readonly depths: Float32Array;
}

function createSamples(edges: Edges, side: number): Samples {
  const count = edges.places.length * side * side;
  const words = new Int32Array(count);
  const bytes = new Uint8Array(words.buffer);
  return { edges, side, words, bytes, depths: new Float32Array(count) };
}

/** Makes each pixel on an edge the mean of its samples; of colours, by how opaque they are. */
function setMeans({ edges: { places }, side, bytes: samples }: Samples, bytes: Uint8Array): void {
  const count = side * side;
  for (let index = 0, from = 0; index < places.length; index++) {
    const to = (places[index] ?? 0) * 4;
    let [red, green, blue, total] = [0, 0, 0, 0];
    for (let sample = 0; sample < count; sample++, from += 4) {
      const alpha = samples[from + 3] ?? 0;
      red += (samples[from] ?? 0) * alpha;
      green += (samples[from + 1] ?? 0) * alpha;
      blue += (samples[from + 2] ?? 0) * alpha;
      total += alpha;
    }
    const weight = total === 0 ? 1 : total;
    bytes[to] = Math.round(red / weight);
    bytes[to + 1] = Math.round(green / weight);
    bytes[to + 2] = Math.round(blue / weight);
    bytes[to + 3] = Math.round(total / count);
  }
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

/** Where a first layer touches its second one, the second one is in front. */
const TOUCHING = 1e-4;
/** More than any part of a player is behind its middle. */
const BEHIND = 100;

/**
 * A face in the image. Each vector gives a value at a place, from its column, its row and 1, in pixels; they are
 * divided by how far the place is from the camera, which is 1 over `near`.
 */
interface Plane {
  /** How far along its upper and its left edge a place is, from 0 to 1. */
  readonly across: Vector;
  readonly below: Vector;
  readonly near: Vector;
  /** What of it is drawn is nearer than what has been drawn: grows towards the camera, and is above 0. */
  readonly depth: Vector;
  /** Whether all places are equally far. */
  readonly isFlat: boolean;
  /** The rows and columns that it can cover: the first, and the one behind the last. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Undefined when it is seen from the edge, and covers nothing. */
function planeOf(face: Face, eye: Eye, frame: Frame, height: number): Plane | undefined {
  const along = projected(face.along, 0, eye);
  const down = projected(face.down, 0, eye);
  const corner = projected(face.corner, 1, eye);
  if (Math.abs(dot(cross(along, down), corner)) < 1e-9) return undefined;
  const solved = inverse([
    [along[0], down[0], corner[0]],
    [along[1], down[1], corner[1]],
    [along[2], down[2], corner[2]],
  ]);
  const scale = height / frame.height;
  const inPixels = ([x, y, one]: Vector): Vector => [
    x / scale,
    y / scale,
    x * frame.x + y * frame.y + one,
  ];
  const [across, below, near] = solved.map(inPixels) as unknown as Matrix;
  const isFlat = eye.distance === undefined;
  const [x, y, one] = isFlat ? inPixels(depthOf(face, eye, solved)) : near;
  const corners = [corner, sum(corner, along), sum(corner, down), sum(sum(corner, along), down)];
  const columns = corners.map((place) => (place[0] / place[2] - frame.x) * scale);
  const rows = corners.map((place) => (place[1] / place[2] - frame.y) * scale);
  return {
    across,
    below,
    near,
    depth: [x, y, one + (face.layer === "second" ? TOUCHING : 0)],
    isFlat,
    top: Math.max(0, Math.floor(Math.min(...rows))),
    bottom: Math.min(height, Math.ceil(Math.max(...rows))),
    left: Math.floor(Math.min(...columns)),
    right: Math.ceil(Math.max(...columns)),
  };
}

/** How near a place of a face is to a camera that is infinitely far away. */
function depthOf(
  { corner, along, down }: Face,
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

/**
 * Draws the middle of each pixel of a face where it is in front of what has been drawn.
 * @param index Of the face, from 1.
 */
function drawFace(
  plane: Plane | undefined,
  texels: Canvas,
  canvas: DepthCanvas,
  index: number,
): void {
  if (plane === undefined) return;
  const { isFlat, top, bottom } = plane;
  const [sx, sy, s0] = plane.across;
  const [tx, ty, t0] = plane.below;
  const [qx, qy, q0] = plane.near;
  const [zx, zy, z0] = plane.depth;
  const { width: columns, height: rows } = texels;
  const { width: lineLength, bytes, depths, keys } = canvas;
  // Signed, since opaque colours are above the integers that a processor calculates with fastest.
  const colours = new Int32Array(texels.words.buffer);
  const words = new Int32Array(canvas.words.buffer);
  const last = colours.length - 1;
  const ownKey = index << 22;
  for (let y = top; y < bottom; y++) {
    const s = sx * 0.5 + sy * (y + 0.5) + s0;
    const t = tx * 0.5 + ty * (y + 0.5) + t0;
    const q = qx * 0.5 + qy * (y + 0.5) + q0;
    const z = zx * 0.5 + zy * (y + 0.5) + z0;
    const first = Math.max(
      Math.max(firstInside(s, sx), firstInside(t, tx)),
      Math.max(firstInside(q - s, qx - sx), firstInside(q - t, qx - tx)),
    );
    const end = Math.min(
      Math.min(lineLength, endInside(s, sx), endInside(t, tx)),
      Math.min(endInside(q - s, qx - sx), endInside(q - t, qx - tx)),
    );
    const line = y * lineLength;
    for (let x = first; x < end; x++) {
      const depth = zx * x + z;
      if (depth <= (depths[line + x] ?? 0)) continue;
      const distance = isFlat ? 1 : 1 / (qx * x + q);
      // `| 0` rounds down, in a tenth of the time of `Math.floor`.
      const column = ((sx * x + s) * distance * columns) | 0;
      const row = ((tx * x + t) * distance * rows) | 0;
      const texel = Math.min(last, row * columns + column);
      const colour = colours[texel] ?? 0;
      const alpha = colour >>> 24;
      if (alpha === 0) continue;
      depths[line + x] = depth;
      keys[line + x] = ownKey + texel;
      if (alpha === 255) words[line + x] = colour;
      else lay(bytes, (line + x) * 4, texels.bytes, texel * 4, alpha);
    }
  }
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

/** The same for the samples of the pixels on edges. */
function sampleFace(plane: Plane | undefined, texels: Canvas, samples: Samples): void {
  if (plane === undefined) return;
  const { isFlat, top, bottom, left, right } = plane;
  const [sx, sy, s0] = plane.across;
  const [tx, ty, t0] = plane.below;
  const [qx, qy, q0] = plane.near;
  const [zx, zy, z0] = plane.depth;
  const { width: columns, height: rows } = texels;
  const { side, words, bytes, depths, edges } = samples;
  const { places, rowStarts, width: lineLength } = edges;
  const colours = new Int32Array(texels.words.buffer);
  const last = colours.length - 1;
  for (let y = top; y < bottom; y++) {
    const end = rowStarts[y + 1] ?? 0;
    for (let index = rowStarts[y] ?? 0; index < end; index++) {
      const column = (places[index] ?? 0) - y * lineLength;
      if (column < left) continue;
      if (column >= right) break;
      let at = index * side * side;
      for (let below = 0; below < side; below++) {
        const py = y + (below + 0.5) / side;
        for (let across = 0; across < side; across++, at++) {
          const px = column + (across + 0.5) / side;
          const s = sx * px + sy * py + s0;
          const t = tx * px + ty * py + t0;
          const q = qx * px + qy * py + q0;
          if (s < 0 || t < 0 || s >= q || t >= q) continue;
          const depth = zx * px + zy * py + z0;
          if (depth <= (depths[at] ?? 0)) continue;
          const distance = isFlat ? 1 : 1 / q;
          const texelColumn = (s * distance * columns) | 0;
          const texelRow = (t * distance * rows) | 0;
          const texel = Math.min(last, texelRow * columns + texelColumn);
          const colour = colours[texel] ?? 0;
          const alpha = colour >>> 24;
          if (alpha === 0) continue;
          depths[at] = depth;
          if (alpha === 255) words[at] = colour;
          else lay(bytes, at * 4, texels.bytes, texel * 4, alpha);
        }
      }
    }
  }
}
