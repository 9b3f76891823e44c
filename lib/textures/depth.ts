import type { Face } from "./model.ts";
import { createCanvas, lay, type Canvas, type Frame } from "./raster.ts";
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

/*
 * Faces in space, drawn in any order: of what covers a pixel, the nearest is shown. First the middle of each pixel
 * is drawn; then, on edges only, several samples of it.
 */

/** A canvas that knows how near each pixel is, and what it shows. */
interface DepthCanvas extends Canvas {
  /** Above 0 where anything is drawn. */
  readonly depths: Float32Array;
  /** The face and the texel; 0 where nothing is drawn. */
  readonly keys: Int32Array;
}

export function createDepthCanvas(width: number, height: number): DepthCanvas {
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
export function edgesOf({ width, height, keys }: DepthCanvas): Edges {
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

export function createSamples(edges: Edges, side: number): Samples {
  const count = edges.places.length * side * side;
  const words = new Int32Array(count);
  const bytes = new Uint8Array(words.buffer);
  return { edges, side, words, bytes, depths: new Float32Array(count) };
}

/** Makes each pixel on an edge the mean of its samples; of colours, by how opaque they are. */
export function setMeans(
  { edges: { places }, side, bytes: samples }: Samples,
  bytes: Uint8Array,
): void {
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
export function planeOf(face: Face, eye: Eye, frame: Frame, height: number): Plane | undefined {
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
export function drawFace(
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
export function sampleFace(plane: Plane | undefined, texels: Canvas, samples: Samples): void {
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
