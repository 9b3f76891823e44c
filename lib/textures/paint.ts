import { over, wordOf, type Canvas } from "./canvas.ts";
import { add, addTexels, clear, createRuns, type Runs } from "./runs.ts";
import { hideBehind, leadOf, moveTo, spanOf, type Painted, type Span } from "./span.ts";

/*
 * Sides in space become pixels row by row. In a row, each side covers a span, along which its depth changes evenly:
 * up to the next end of a span, or to where two of them cross, all are in the same order. There, the visible colours
 * are runs: all pixels up to the next border of a texel have its colour. So that edges are smooth, this is done in an
 * image that is two or three times larger, of which nothing but runs is stored. A pixel is the mean of its samples
 * there; where no run ends in it, so are those that follow.
 */

/**
 * Paints sides in an empty image. If several lie in one plane, the first is seen.
 * @param sides In an image that is larger by `scale`. Sides without holes come first, the nearest first.
 */
export function paint(sides: readonly Painted[], canvas: Canvas, scale: number): void {
  const length = canvas.width * scale;
  const spans = sides.map(spanOf);
  const seen: Span[] = [];
  const work = { length, layers: [], layerRuns: [] };
  const rows = Array.from({ length: scale }, () => createRuns(length));
  const samples = new Int32Array(scale ** 2);
  for (let y = 0; y < canvas.height; y++) {
    for (let below = 0; below < scale; below++) {
      const row = rows[below];
      if (row === undefined) continue;
      const count = spansIn(y * scale + below, length, spans, seen);
      paintRow(seen, count, row, work);
    }
    setPixels(rows, samples, canvas, y);
  }
}

/** Moves spans to a row, and finds those that are not hidden there. Returns how many. */
function spansIn(row: number, length: number, spans: readonly Span[], seen: Span[]): number {
  let count = 0;
  let solid = 0;
  for (const span of spans) {
    if (!moveTo(span, row, length)) continue;
    let isSeen = true;
    for (let at = 0; at < solid && isSeen; at++) {
      const front = seen[at];
      isSeen = front === undefined || hideBehind(span, front);
    }
    if (!isSeen) continue;
    seen[count++] = span;
    if (span.texels.isSolid) solid = count;
  }
  return count;
}

/** Memory for one row after the other. */
interface Work {
  readonly length: number;
  /** The spans that cover a pixel, the nearest first. */
  readonly layers: Span[];
  /** The colours of each of them. */
  readonly layerRuns: Runs[];
}

function paintRow(spans: readonly Span[], spanCount: number, row: Runs, work: Work): void {
  const { length, layers } = work;
  clear(row);
  for (let x = 0; x < length;) {
    let end = length;
    let count = 0;
    for (let index = 0; index < spanCount; index++) {
      const span = spans[index];
      if (span === undefined || span.to <= x) continue;
      end = Math.min(end, span.from > x ? span.from : span.to);
      if (span.from <= x) insertByDepth(span, layers, count++, x);
    }
    if (count > 1) end = endOfOrder(layers, count, x, end);
    const [first] = layers;
    if (count === 0) add(row, end, 0);
    else if (count === 1 && first !== undefined) addTexels(first, x, end, row);
    else addColours(fillLayers(count, x, end, work), x, end, row, work);
    x = end;
  }
}

/** Adds a span to those that cover a pixel, in the order of their depth there. */
function insertByDepth(span: Span, layers: Span[], count: number, x: number): void {
  let at = count;
  for (; at > 0; at--) {
    const front = layers[at - 1];
    if (front === undefined || leadOf(front, span, x) >= 0) break;
    layers[at] = front;
  }
  layers[at] = span;
}

/** The pixel up to which no two of several spans cross. */
function endOfOrder(layers: readonly Span[], count: number, x: number, most: number): number {
  let end = most;
  for (let at = 1; at < count; at++) {
    const front = layers[at - 1];
    const behind = layers[at];
    if (front === undefined || behind === undefined || leadOf(front, behind, end - 1) >= 0) {
      continue;
    }
    const crossing = leadOf(front, behind, 0) / (behind.depthStep - front.depthStep);
    end = Math.max(x + 1, Math.min(end, Math.ceil(crossing)) | 0);
  }
  return end;
}

/** A span that is nearer by less than this lies in one plane with the other. */
const TIE = 2e-5;

/** Fills the runs of each layer down to a solid one. Returns how many they are. */
function fillLayers(
  most: number,
  from: number,
  to: number,
  { length, layers, layerRuns }: Work,
): number {
  let count = 0;
  while (count < most) {
    const span = layers[count];
    if (span === undefined) break;
    const front = count > 0 ? layers[count - 1] : undefined;
    span.isTied = front !== undefined && leadOf(front, span, from) < TIE;
    const runs = (layerRuns[count++] ??= createRuns(length));
    clear(runs);
    addTexels(span, from, to, runs);
    if (span.texels.isSolid) break;
  }
  return count;
}

/** Adds the visible colours of layers that always follow each other in the same order. */
function addColours(
  count: number,
  from: number,
  to: number,
  row: Runs,
  { layers, layerRuns }: Work,
): void {
  for (let x = from; x < to;) {
    let end = to;
    let colour = 0;
    let shown = -1;
    for (let index = 0; index < count && colour >>> 24 < 255; index++) {
      const runs = layerRuns[index];
      if (runs === undefined) continue;
      // A translucent texel hides those of the same plane behind it.
      if (shown >= 0 && shown === index - 1 && layers[index]?.isTied) {
        shown = index;
        continue;
      }
      const { ends, colours } = runs;
      let { at } = runs;
      while ((ends[at] ?? 0) <= x) at++;
      runs.at = at;
      end = Math.min(end, ends[at] ?? 0);
      const behind = colours[at] ?? 0;
      if (behind === 0) continue;
      colour = colour === 0 ? behind : over(colour, behind);
      shown = index;
    }
    add(row, end, colour);
    x = end;
  }
}

/** Makes each pixel of a row the mean of its samples. */
function setPixels(
  rows: readonly Runs[],
  samples: Int32Array,
  { width, words }: Canvas,
  y: number,
): void {
  const scale = rows.length;
  const line = y * width;
  for (let x = 0; x < width;) {
    const first = x * scale;
    let same = width;
    let count = 0;
    let isSame = true;
    for (let index = 0; index < scale; index++) {
      const row = rows[index];
      if (row === undefined) continue;
      const { ends, colours } = row;
      let { at } = row;
      while ((ends[at] ?? 0) <= first) at++;
      same = Math.min(same, ((ends[at] ?? 0) / scale) | 0);
      for (let sample = first; sample < first + scale; sample++) {
        while ((ends[at] ?? 0) <= sample) at++;
        samples[count] = colours[at] ?? 0;
        isSame &&= samples[count] === samples[0];
        count += 1;
      }
      row.at = at;
    }
    const colour = isSame ? (samples[0] ?? 0) : meanOf(samples);
    const end = Math.max(x + 1, same);
    for (let at = line + x; at < line + end; at++) words[at] = colour;
    x = end;
  }
}

/** The mean of colours by how opaque they are. */
function meanOf(samples: Int32Array): number {
  let [red, green, blue, total] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at] ?? 0;
    const alpha = sample >>> 24;
    red += (sample & 255) * alpha;
    green += ((sample >>> 8) & 255) * alpha;
    blue += ((sample >>> 16) & 255) * alpha;
    total += alpha;
  }
  return wordOf(red / total, green / total, blue / total, total / samples.length);
}
