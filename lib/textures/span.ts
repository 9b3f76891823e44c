import type { Texels } from "./canvas.ts";
import { PIXEL_MIDDLE, type Plane } from "./plane.ts";
import { sum, times } from "./space.ts";

/** A side in an image, with its texels. */
export interface Painted {
  readonly plane: Plane;
  readonly texels: Texels;
  /** How much nearer than it is. Where a second layer touches its first one, it is in front. */
  readonly lead: number;
}

/** What a side covers of a row. What changes along a row is its value at the first pixel, and what each pixel adds. */
export interface Span extends Painted {
  /** Its left edges, and its right ones: where each is in row 0, and how far each row moves it, in turn. */
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
  /** The first pixel, and the one behind the last. */
  from: number;
  to: number;
  /** How near it is. */
  depth: number;
  readonly depthStep: number;
  /** How far along and down the side a pixel is, in texels, and 1, all divided by how far it is from the camera. */
  across: number;
  readonly acrossStep: number;
  below: number;
  readonly belowStep: number;
  near: number;
  readonly nearStep: number;
  /** Whether it lies in one plane with the span in front of it. */
  isTied: boolean;
}

/** Of sides in one plane, each is in front of the next by so much: more than sums are wrong by, less than a lead. */
const IN_ORDER = 1e-7;

/** @param index How many sides are in front of it if all lie in one plane. */
export function spanOf({ plane, texels, lead }: Painted, index: number): Span {
  const { across, below, near, depth } = plane;
  const lefts: number[] = [];
  const rights: number[] = [];
  // Each of these is above 0 on the inner side of an edge. One that is level is among the rows of the plane.
  const insides = [across, below, sum(near, times(across, -1)), sum(near, times(below, -1))];
  for (const [byColumn, byRow, start] of insides) {
    if (byColumn === 0) continue;
    (byColumn > 0 ? lefts : rights).push(-start / byColumn - PIXEL_MIDDLE, -byRow / byColumn);
  }
  return {
    plane,
    texels,
    lead: lead - index * IN_ORDER,
    lefts,
    rights,
    from: 0,
    to: 0,
    depth: NaN,
    depthStep: depth[0],
    across: NaN,
    acrossStep: across[0] * texels.width,
    below: NaN,
    belowStep: below[0] * texels.height,
    near: NaN,
    nearStep: near[0],
    isTied: false,
  };
}

/** Moves a span to a row of so many pixels. Returns whether it covers any. */
export function moveTo(span: Span, row: number, length: number): boolean {
  const { plane, texels, lefts, rights } = span;
  if (row < plane.top || row >= plane.bottom) return false;
  const y = row + PIXEL_MIDDLE;
  let from = 0;
  for (let at = 0; at < lefts.length; at += 2) {
    from = Math.max(from, (lefts[at] ?? 0) + (lefts[at + 1] ?? 0) * y);
  }
  let to = length;
  for (let at = 0; at < rights.length; at += 2) {
    to = Math.min(to, (rights[at] ?? 0) + (rights[at + 1] ?? 0) * y);
  }
  if (!(Math.ceil(from) < Math.ceil(to))) return false;
  const { across, below, near, depth } = plane;
  span.from = Math.ceil(from) | 0;
  span.to = Math.ceil(to) | 0;
  span.across = (across[0] * PIXEL_MIDDLE + across[1] * y + across[2]) * texels.width;
  span.below = (below[0] * PIXEL_MIDDLE + below[1] * y + below[2]) * texels.height;
  span.near = near[0] * PIXEL_MIDDLE + near[1] * y + near[2];
  span.depth = depth[0] * PIXEL_MIDDLE + depth[1] * y + depth[2] + span.lead;
  return true;
}

/** How much nearer one span is than another at a pixel of their row. */
export const leadOf = (one: Span, other: Span, x: number): number =>
  one.depth - other.depth + (one.depthStep - other.depthStep) * x;

/** Cuts off what is behind another span, at either end. Returns whether anything is left. */
export function hideBehind(span: Span, front: Span): boolean {
  const left = Math.max(span.from, front.from);
  const right = Math.min(span.to, front.to);
  if (left < right && leadOf(front, span, left) >= 0 && leadOf(front, span, right - 1) >= 0) {
    if (left === span.from) span.from = right;
    else if (right === span.to) span.to = left;
  }
  return span.from < span.to;
}
