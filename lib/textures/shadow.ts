import type { Canvas } from "./canvas.ts";
import { planeOf, type Frame, type Side } from "./plane.ts";
import { radians, rangeOf, sum, times, type Eye, type Vector } from "./space.ts";

/** A shadow reaches this many texels beyond the figure above it. */
const MARGIN = 1.5;
/** The darkness of its middle: 0 is invisible, 1 black. */
const DARKNESS = 0.4;
/** Below this height of the camera, the ground is seen almost from its edge. */
const LEVEL = Math.sin(radians(10));
/** Half the height of a shadow that is seen so. */
const THIN = 1;

/**
 * The rectangle around the shadow of something on the ground. A camera that is level sees it a little from above;
 * one that is lower sees none.
 * @param points The corners of the figure, the lowest of which are on the ground.
 */
export function shadowOf(points: readonly Vector[], eye: Eye): Side | undefined {
  const height = eye.towards[1];
  if (height <= -LEVEL) return undefined;
  const [left, right] = rangeOf(points.map(([x]) => x));
  const [back, front] = rangeOf(points.map(([, , z]) => z));
  const [ground] = rangeOf(points.map(([, y]) => y));
  const [width, depth] = [(right - left) / 2, (front - back) / 2];
  const middle: Vector = [(left + right) / 2, ground, (back + front) / 2];
  const seenWidth = Math.hypot(eye.right[0] * width, eye.right[2] * depth);
  const [across, down]: [Vector, Vector] =
    height < LEVEL
      ? [times(eye.right, seenWidth), times(eye.up, -THIN)]
      : [
          [width + MARGIN, 0, 0],
          [0, 0, depth + MARGIN],
        ];
  const corner = sum(middle, sum(times(across, -1), times(down, -1)));
  return { corner, along: times(across, 2), down: times(down, 2) };
}

/** Places on the edge of a shadow. */
export function outlineOf({ corner, along, down }: Side): Vector[] {
  return Array.from({ length: 24 }, (_, at) => {
    const angle = radians(at * 15);
    const [right, below] = [(1 + Math.cos(angle)) / 2, (1 + Math.sin(angle)) / 2];
    return sum(corner, sum(times(along, right), times(down, below)));
  });
}

/** Lays a shadow, an ellipse that fades towards its edge, under everything that has been painted. */
export function layShadow(shadow: Side, eye: Eye, frame: Frame, canvas: Canvas): void {
  const { width, data } = canvas;
  const plane = planeOf(shadow, eye, frame, canvas);
  if (plane === undefined) return;
  const [sx, sy, s0] = plane.across;
  const [tx, ty, t0] = plane.below;
  const [qx, qy, q0] = plane.near;
  for (let y = plane.top; y < plane.bottom; y++) {
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const covered = (data[at + 3] ?? 0) / 255;
      if (covered === 1) continue;
      const [px, py] = [x + 0.5, y + 0.5];
      const q = qx * px + qy * py + q0;
      const s = (2 * (sx * px + sy * py + s0)) / q - 1;
      const t = (2 * (tx * px + ty * py + t0)) / q - 1;
      const light = s * s + t * t;
      if (light >= 1) continue;
      const below = DARKNESS * (1 - light) ** 2 * (1 - covered);
      const total = covered + below;
      for (let channel = at; channel < at + 3; channel++) {
        data[channel] = Math.round(((data[channel] ?? 0) * covered) / total);
      }
      data[at + 3] = Math.round(total * 255);
    }
  }
}
