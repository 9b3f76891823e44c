import type { Span } from "./span.ts";

/** The colours of a row, or of a part of one, from left to right. */
export interface Runs {
  /** For each colour, the pixel behind the last one that has it. */
  readonly ends: Int32Array;
  readonly colours: Int32Array;
  count: number;
  /** The run that is read. */
  at: number;
}

/** @param length The pixels of a row. */
export const createRuns = (length: number): Runs => ({
  ends: new Int32Array(length),
  colours: new Int32Array(length),
  count: 0,
  at: 0,
});

export function clear(runs: Runs): void {
  runs.count = 0;
  runs.at = 0;
}

/** Adds a run behind the last one, or makes that one longer. */
export function add(runs: Runs, end: number, colour: number): void {
  const { ends, colours, count } = runs;
  if (count > 0 && colours[count - 1] === colour) {
    ends[count - 1] = end;
  } else {
    ends[count] = end;
    colours[count] = colour;
    runs.count = count + 1;
  }
}

/** Adds the texels of a span from one pixel to another, as if it were alone. */
export function addTexels(span: Span, from: number, to: number, runs: Runs): void {
  const { across, acrossStep, below, belowStep, near, nearStep } = span;
  const { width: columns, height: rows, words: colours } = span.texels;
  const { isLevel } = span.plane;
  // Positive if columns and rows of texels grow to the right.
  const columnsGrow = acrossStep * near - across * nearStep;
  const rowsGrow = belowStep * near - below * nearStep;
  let [column, line] = [0, 0];
  let [columnEnd, rowEnd] = [from, from];
  for (let x = from; x < to;) {
    const distance = isLevel ? 1 : 1 / (nearStep * x + near);
    if (x >= columnEnd) {
      // `| 0` rounds down, in a tenth of the time of `Math.floor`.
      column = Math.min(columns - 1, ((acrossStep * x + across) * distance) | 0);
      const end = borderOf(column, columnsGrow, across, acrossStep, near, nearStep);
      columnEnd = end >= to ? to : Math.max(x + 1, end | 0);
    }
    if (x >= rowEnd) {
      const row = Math.min(rows - 1, ((belowStep * x + below) * distance) | 0);
      line = row * columns;
      const end = borderOf(row, rowsGrow, below, belowStep, near, nearStep);
      rowEnd = end >= to ? to : Math.max(x + 1, end | 0);
    }
    // All pixels up to the next border show the same texel.
    x = Math.min(columnEnd, rowEnd);
    add(runs, x, colours[line + column] ?? 0);
  }
}

/** The first pixel that is beyond a texel: its number grows to the right, or falls, or is always the same. */
function borderOf(
  texel: number,
  grows: number,
  start: number,
  step: number,
  near: number,
  nearStep: number,
): number {
  if (grows === 0) return Infinity;
  const border = grows > 0 ? texel + 1 : texel;
  const x = (border * near - start) / (step - border * nearStep);
  return grows > 0 ? Math.ceil(x) : Math.floor(x) + 1;
}
