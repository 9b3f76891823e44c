import type { Texels } from "./canvas.ts";
import { PIXEL_MIDDLE, type Plane } from "./plane.ts";
import { sum, times } from "./space.ts";

/** A side in an image, with its texels. */
export interface Painted {
  readonly plane: Plane;
  readonly texels: Texels;
  /** The side counts as nearer by this much, so that a second layer is in front of the first one where they touch. */
  readonly lead: number;
}

/**
 * The part of a row that a side covers. A quantity that changes along a row is given by its value at the first pixel
 * and a step for each pixel.
 */
export interface Span extends Painted {
  /** The left edges, and the right ones: the place of each in row 0, and its step for each row, in turn. */
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
  /** The first pixel, and the one behind the last. */
  from: number;
  to: number;
  /** The depth, which grows towards the camera. */
  depth: number;
  readonly depthStep: number;
  /** The place of a pixel along and down the side, in texels, and 1, all divided by the distance from the camera. */
  across: number;
  readonly acrossStep: number;
  below: number;
  readonly belowStep: number;
  near: number;
  readonly nearStep: number;
  /** It lies in one plane with the span in front of it. */
  isTied: boolean;
}

/** Each side is in front of the next one in its plane by this much: more than sums are wrong by, less than a lead. */
const IN_ORDER = 1e-7;

/** @param index The number of sides in front of it if all lie in one plane. */
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

/** The difference in depth of two spans at a pixel of their row. */
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
