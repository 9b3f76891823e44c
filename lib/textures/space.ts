/*
 * Space as in skinview3d and three.js, in texels: seen from the front, x grows to the right, y upwards, and z
 * towards the viewer. The origin is the player's neck.
 */

export type Vector = readonly [x: number, y: number, z: number];

/** The rows of a matrix. */
export type Matrix = readonly [Vector, Vector, Vector];

export const dot = (one: Vector, other: Vector): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
export const sum = (one: Vector, other: Vector): Vector => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
];
export const times = ([x, y, z]: Vector, factor: number): Vector => [
  x * factor,
  y * factor,
  z * factor,
];
export const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
export const applied = ([x, y, z]: Matrix, to: Vector): Vector => [
  dot(x, to),
  dot(y, to),
  dot(z, to),
];

/** The least and the greatest. */
export const rangeOf = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/** A rotation by degrees around the axes x, y and z, in the order of three.js: `Euler(x, y, z, "XYZ")`. */
export function rotation(degrees: Vector): Matrix {
  const [x, y, z] = degrees.map(radians) as unknown as Vector;
  const [a, b, c, d, e, f] = [x, y, z].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    [c * e, -c * f, d],
    [a * f + b * e * d, a * e - b * f * d, -b * c],
    [b * f - a * e * d, b * e + a * f * d, a * c],
  ];
}

/** Solves what a matrix makes of something: its inverse. */
export function inverse([one, two, three]: Matrix): Matrix {
  const rows = [cross(two, three), cross(three, one), cross(one, two)] as const;
  const determinant = dot(one, rows[0]);
  const column = (at: 0 | 1 | 2): Vector => [
    rows[0][at] / determinant,
    rows[1][at] / determinant,
    rows[2][at] / determinant,
  ];
  return [column(0), column(1), column(2)];
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The direction from which a player is seen. */
export interface Camera {
  /** Degrees around the player: 0 is the front, 90 the player's left, -90 the right. */
  yaw: number;
  /** Degrees above the player; below 0, from below. */
  pitch: number;
  projection: "orthographic" | "perspective";
}

/** A camera that looks at a point. */
export interface Eye {
  right: Vector;
  up: Vector;
  /** Towards the camera. */
  towards: Vector;
  target: Vector;
  /** The distance of the camera from the point; undefined when it is infinitely far away. */
  distance: number | undefined;
}

/**
 * Distances of a perspective camera, in heights of what it shows: that of skinview3d, with its field of view of
 * 50 degrees, from a standing player.
 */
const DISTANCE = 1.37;
/** In texels. From nearer, a head alone looks like a wedge. */
const LEAST_DISTANCE = 20;

/** @param height The height of the section that is shown. */
export function eyeOf({ yaw, pitch, projection }: Camera, target: Vector, height: number): Eye {
  const [sinYaw, cosYaw] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))];
  const [sinPitch, cosPitch] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))];
  return {
    right: [cosYaw, 0, -sinYaw],
    up: [-sinYaw * sinPitch, cosPitch, -cosYaw * sinPitch],
    towards: [sinYaw * cosPitch, sinPitch, cosYaw * cosPitch],
    target,
    distance:
      projection === "perspective" ? Math.max(LEAST_DISTANCE, DISTANCE * height) : undefined,
  };
}

/**
 * A place or a direction in the image, in homogeneous coordinates: to the right, downwards, and how far from the
 * camera, by which the others are divided.
 * @param isPlace 1 for a place, 0 for a direction.
 */
export function projected(vector: Vector, isPlace: 0 | 1, eye: Eye): Vector {
  const { right, up, towards, target, distance } = eye;
  const from: Vector = isPlace ? sum(vector, [-target[0], -target[1], -target[2]]) : vector;
  if (distance === undefined) return [dot(right, from), -dot(up, from), isPlace];
  return [dot(right, from), -dot(up, from), isPlace - dot(towards, from) / distance];
}
