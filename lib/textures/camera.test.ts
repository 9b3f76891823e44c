import { expect, it } from "vitest";
import { poses } from "../contract/views.ts";
import { drawShot, type Shot } from "./camera.ts";
import { gameSkin } from "./game-texture.ts";
import { positionSkin } from "./images.fixture.ts";
import type { Look } from "./model.ts";
import { drawView } from "./view.ts";

const skin = gameSkin(positionSkin());
const plain: Look = { slim: false, ears: false, upsideDown: false, overlay: false };
const front: Shot = {
  yaw: 0,
  pitch: 0,
  projection: "orthographic",
  pose: "standing",
  section: "body",
};

/** How many pixels are covered, by half or more. */
const coveredIn = ({ data }: { data: Uint8Array }) =>
  data.filter((value, at) => at % 4 === 3 && value > 127).length;

const cameras = [-135, -45, 0, 60, 180].flatMap((yaw) =>
  [-90, 0, 35, 90].flatMap((pitch) =>
    (["orthographic", "perspective"] as const).map((projection) => ({ yaw, pitch, projection })),
  ),
);

it.each(poses)(
  "is never wider than high, and touches the border where it is longest: %s",
  (pose) => {
    for (const camera of cameras) {
      const { width, height, data } = drawShot(
        { ...front, ...camera, pose },
        { ...plain, overlay: true },
        skin,
        96,
      );
      expect(height).toBe(96);
      expect(width).toBeLessThanOrEqual(96);
      expect(data.length).toBe(width * height * 4);
      expect(coveredIn({ data })).toBeGreaterThan(0);
    }
  },
);

it("has the outline of the flat view from the front", () => {
  const flat = drawView(positionSkin(), {
    ...plain,
    view: "body-front",
    size: 330,
    model: "classic",
  });
  const drawn = drawShot(front, plain, skin, 330);
  // The second layer has its room, drawn or not.
  const scale = (32 / 32.75) ** 2;
  expect(coveredIn(drawn) / (coveredIn(flat) * scale)).toBeCloseTo(1, 1);
});

it("draws slim arms, ears and a second layer, and none of them moves the player", () => {
  const wide = drawShot(front, plain, skin, 200);
  const slim = drawShot(front, { ...plain, slim: true }, skin, 200);
  const whole = drawShot(front, { ...plain, overlay: true }, skin, 200);
  expect(slim.width).toBe(wide.width);
  expect(whole.width).toBe(wide.width);
  expect(coveredIn(slim)).toBeLessThan(coveredIn(wide));
  expect(coveredIn(whole)).toBeGreaterThan(coveredIn(wide));
  const ears = drawShot(front, { ...plain, ears: true }, skin, 200);
  expect(coveredIn(ears)).not.toBe(coveredIn(wide));
});

it("turns a player upside down by half around the axis to the front", () => {
  const upright = drawShot(front, plain, skin, 200, false);
  const turned = drawShot(front, { ...plain, upsideDown: true }, skin, 200, false);
  const pixels = new Uint32Array(upright.data.slice().buffer);
  const reversed = new Uint32Array(turned.data.slice().buffer).toReversed();
  const apart = reversed.filter((value, at) => value !== pixels[at]).length;
  // On borders between texels, rounding decides.
  expect(apart / pixels.length).toBeLessThan(0.05);
});

it("is light from above and dark from below", () => {
  const brightness = (pitch: number) => {
    const { data } = drawShot({ ...front, pitch }, plain, skin, 64);
    return (
      data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / coveredIn({ data })
    );
  };
  const unlit = drawShot({ ...front, pitch: 90 }, plain, skin, 64, false);
  const lit = drawShot({ ...front, pitch: 90 }, plain, skin, 64);
  expect(Buffer.compare(lit.data, unlit.data)).toBe(0);
  expect(brightness(-90)).toBeLessThan(brightness(90));
});
