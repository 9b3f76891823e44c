import type { Vector } from "./space.ts";

/** A part of the player that moves as one. */
export type Joint = "head" | "body" | "rightArm" | "leftArm" | "rightLeg" | "leftLeg";

/** The turn of a part in degrees (see `rotation`), and the place of its joint, if that is not the one at rest. */
interface Turned {
  turn?: Vector;
  at?: Vector;
}

export type Pose = Partial<Record<Joint, Turned>> & {
  /** The turn of the whole player around its middle. */
  whole?: Vector;
};

/** The joints of a standing player are those of skinview3d, so that poses can be compared. */
export const JOINTS: Readonly<Record<Joint, Vector>> = {
  head: [0, 0, 0],
  body: [0, -6, 0],
  rightArm: [-5, -2, 0],
  leftArm: [5, -2, 0],
  rightLeg: [-1.9, -12, -0.1],
  leftLeg: [1.9, -12, -0.1],
};

/** Every pose. Angles are signed as in skinview3d: a limb turned by a negative x points forwards. */
export const POSES = {
  standing: {},
  walking: {
    rightArm: { turn: [35, 0, -2] },
    leftArm: { turn: [-35, 0, 2] },
    rightLeg: { turn: [-35, 0, 0] },
    leftLeg: { turn: [35, 0, 0] },
  },
  waving: {
    head: { turn: [0, 0, -5] },
    rightArm: { turn: [0, 0, -155] },
    leftArm: { turn: [0, 0, 6] },
  },
  sitting: {
    rightArm: { turn: [-35, 0, 0] },
    leftArm: { turn: [-35, 0, 0] },
    rightLeg: { turn: [-80, 0, -15] },
    leftLeg: { turn: [-80, 0, 15] },
  },
  crouching: {
    head: { at: [0, -1.4, 2.5] },
    body: { turn: [30, 0, 0], at: [0, -6.6, -0.5] },
    rightArm: { turn: [20, 0, 0], at: [-5, -3.1, 1.5] },
    leftArm: { turn: [20, 0, 0], at: [5, -3.1, 1.5] },
    rightLeg: { at: [-1.9, -12, -3.6] },
    leftLeg: { at: [1.9, -12, -3.6] },
  },
  pointing: {
    head: { turn: [0, -10, 0] },
    rightArm: { turn: [-90, 0, 10] },
    leftArm: { turn: [8, 0, 3] },
  },
  cheering: {
    head: { turn: [-12, 0, 0] },
    rightArm: { turn: [0, 0, -150] },
    leftArm: { turn: [0, 0, 150] },
    rightLeg: { turn: [0, 0, -6] },
    leftLeg: { turn: [0, 0, 6] },
  },
  sleeping: { whole: [-90, 0, 0] },
} as const satisfies Record<string, Pose>;

export type PoseName = keyof typeof POSES;
