import { lay, type Canvas } from "./canvas.ts";
import { TIE, type Painted } from "./paint.ts";

/** The pixels beside which another colour is shown, or nothing, row by row. */
interface Edges {
  /** Their columns. */
  readonly columns: Uint16Array;
  /** The index of the first of each row, and behind the last one. */
  readonly rowStarts: Uint32Array;
}

function edgesOf({ width, height, words }: Canvas): Edges {
  const columns = new Uint16Array(words.length);
  const rowStarts = new Uint32Array(height + 1);
  let count = 0;
  for (let y = 0, at = 0; y < height; y++) {
    rowStarts[y] = count;
    // Beyond the border of the image is nothing.
    let [left, own] = [0, words[at] ?? 0];
    for (let x = 0; x < width; x++, at++) {
      const right = x + 1 < width ? (words[at + 1] ?? 0) : 0;
      if (
        own !== left ||
        own !== right ||
        own !== (y > 0 ? words[at - width] : 0) ||
        own !== (y + 1 < height ? words[at + width] : 0)
      ) {
        columns[count++] = x;
      }
      left = own;
      own = right;
    }
  }
  rowStarts[height] = count;
  return { columns, rowStarts };
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

/**
 * Makes each pixel on an edge the mean of several samples of it. Elsewhere all samples are the same.
 * @param side How many samples a pixel has in a row, and how many rows of them.
 */
export function smooth(canvas: Canvas, painted: readonly Painted[], side: number): void {
  const edges = edgesOf(canvas);
  const count = (edges.rowStarts.at(-1) ?? 0) * side * side;
  const words = new Int32Array(count);
  const bytes = new Uint8Array(words.buffer);
  const samples = { edges, side, words, bytes, depths: new Float32Array(count) };
  for (const one of painted) sample(one, samples);
  setMeans(samples, canvas);
}

/** As `paint`, for the samples. */
function sample(
  { plane, texels, lead }: Painted,
  { edges: { columns: places, rowStarts }, side, words, bytes, depths }: Samples,
): void {
  const { width: columns, height: rows, words: colours } = texels;
  const [sx, sy, s0] = plane.across;
  const [tx, ty, t0] = plane.below;
  const [qx, qy, q0] = plane.near;
  const [zx, zy, z0] = plane.depth;
  const { isLevel } = plane;
  const perPixel = side * side;
  const step = 1 / side;
  for (let y = plane.top; y < plane.bottom; y++) {
    const rowStart = rowStarts[y] ?? 0;
    const rowEnd = rowStarts[y + 1] ?? 0;
    if (rowStart === rowEnd) continue;
    for (let below = 0; below < side; below++) {
      const py = y + (below + 0.5) / side;
      const s = sy * py + s0;
      const t = ty * py + t0;
      const q = qy * py + q0;
      const z = zy * py + z0 + lead;
      const from = Math.max(
        Math.max(zeroOf(s, sx, 1), zeroOf(t, tx, 1)),
        Math.max(zeroOf(q - s, qx - sx, 1), zeroOf(q - t, qx - tx, 1)),
      );
      const to = Math.min(
        Math.min(zeroOf(s, sx, -1), zeroOf(t, tx, -1)),
        Math.min(zeroOf(q - s, qx - sx, -1), zeroOf(q - t, qx - tx, -1)),
      );
      if (!(from < to)) continue;
      let index = firstFrom(places, rowStart, rowEnd, Math.floor(from));
      for (; index < rowEnd; index++) {
        const place = places[index] ?? 0;
        if (place >= to) break;
        let at = index * perPixel + below * side;
        const end = at + side;
        for (let px = place + step / 2; at < end; px += step, at++) {
          if (px < from || px >= to) continue;
          const depth = zx * px + z;
          if (depth <= (depths[at] ?? 0)) continue;
          const distance = isLevel ? 1 : 1 / (qx * px + q);
          const column = Math.min(columns - 1, ((sx * px + s) * distance * columns) | 0);
          const row = Math.min(rows - 1, ((tx * px + t) * distance * rows) | 0);
          const texel = row * columns + column;
          const colour = colours[texel] ?? 0;
          const alpha = colour >>> 24;
          if (alpha === 0) continue;
          depths[at] = depth + TIE;
          if (alpha === 255) words[at] = colour;
          else lay(bytes, at * 4, texels.data, texel * 4, alpha);
        }
      }
    }
  }
}

/**
 * Where `start + x · step` is 0, if it grows (1) or falls (-1) there: before that, or behind it, it is below 0.
 * Otherwise what limits nothing; if it is below 0 everywhere, what excludes everything.
 */
function zeroOf(start: number, step: number, direction: 1 | -1): number {
  if (step * direction > 0) return -start / step;
  return step === 0 && start < 0 ? direction * Infinity : -direction * Infinity;
}

/** The index of the first place that is not before a column, among those from `start` to `end`. */
function firstFrom(places: Uint16Array, start: number, end: number, column: number): number {
  let [first, last] = [start, end];
  while (first < last) {
    const middle = (first + last) >>> 1;
    if ((places[middle] ?? 0) < column) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** Makes each pixel the mean of its samples; of colours, by how opaque they are. */
function setMeans(
  { edges: { columns, rowStarts }, side, words: samples, bytes: parts }: Samples,
  { width, height, words, data }: Canvas,
): void {
  const count = side * side;
  let from = 0;
  for (let y = 0; y < height; y++) {
    for (let index = rowStarts[y] ?? 0; index < (rowStarts[y + 1] ?? 0); index++, from += count) {
      const to = y * width + (columns[index] ?? 0);
      const word = samples[from] ?? 0;
      let isSame = true;
      for (let at = from + 1; at < from + count; at++) isSame &&= samples[at] === word;
      if (isSame) words[to] = word;
      else setMean(parts, from * 4, count, data, to * 4);
    }
  }
}

function setMean(
  samples: Uint8Array,
  from: number,
  count: number,
  bytes: Uint8Array,
  to: number,
): void {
  let [red, green, blue, total] = [0, 0, 0, 0];
  for (let at = from; at < from + count * 4; at += 4) {
    const alpha = samples[at + 3] ?? 0;
    red += (samples[at] ?? 0) * alpha;
    green += (samples[at + 1] ?? 0) * alpha;
    blue += (samples[at + 2] ?? 0) * alpha;
    total += alpha;
  }
  bytes[to] = Math.round(red / total);
  bytes[to + 1] = Math.round(green / total);
  bytes[to + 2] = Math.round(blue / total);
  bytes[to + 3] = Math.round(total / count);
}
