import { describe, expect, it } from "vitest";
import { poses } from "../contract/views.ts";
import { drawShot, type Shot } from "./camera.ts";
import type { Pixels } from "./codec.ts";
import { gameCape, gameSkin } from "./game-texture.ts";
import { boldSkin, isBold, pixelAt, positionSkin } from "./images.fixture.ts";
import type { Look, Section } from "./model.ts";
import { drawView } from "./view.ts";

const worn = { skin: gameSkin(positionSkin()) };
const plain: Look = { slim: false, ears: false, upsideDown: false, overlay: false };
const front: Shot = {
  yaw: 0,
  pitch: 0,
  projection: "orthographic",
  pose: "standing",
  section: "body",
};

/** Counts the pixels that are covered by half or more. */
const coveredIn = ({ data }: { data: Uint8Array }) =>
  data.filter((value, at) => at % 4 === 3 && value > 127).length;

const PROJECTIONS = ["orthographic", "perspective"] as const;
const cameras = [-135, -45, 0, 60, 180].flatMap((yaw, column) =>
  [-90, 0, 35, 90].map((pitch, row) => {
    const projection = PROJECTIONS[(column + row) % 2] ?? "orthographic";
    return { yaw, pitch, projection };
  }),
);

it.each(poses)(
  "is never wider than high, and touches the border where it is longest: %s",
  (pose) => {
    for (const camera of cameras) {
      const { width, height, data } = drawShot(
        { ...front, ...camera, pose },
        { ...plain, overlay: true },
        worn,
        96,
      );
      expect(height).toBe(96);
      expect(width).toBeLessThanOrEqual(96);
      expect(data.length).toBe(width * height * 4);
      expect(coveredIn({ data })).toBeGreaterThan(0);
    }
  },
);

it.each(poses)("has no stripes where second layers lie in one plane: %s", (pose) => {
  const skin = gameSkin(boldSkin());
  const wrong: string[] = [];
  for (const camera of cameras) {
    const shot = { ...front, ...camera, pose };
    const { words, width } = drawShot(shot, { ...plain, overlay: true }, { skin }, 256, {
      isLit: false,
    });
    /** Says whether a pixel, left and right or above and below, is between two of one other colour. */
    const isLone = (word: number, at: number) =>
      [1, width].some((step) => {
        const beside = words[at - step] ?? 0;
        return words[at + step] === beside && beside !== word && isBold(beside);
      });
    const lone = words.filter((word, at) => isBold(word) && isLone(word, at)).length;
    // One where the corner of a side reaches through another.
    if (lone > 4) wrong.push(`${JSON.stringify(camera)}: ${lone}`);
  }
  expect(wrong).toEqual([]);
});

it("has the outline of the flat view from the front", () => {
  const flat = drawView(
    { texture: positionSkin() },
    {
      ...plain,
      view: "body-front",
      size: 330,
      model: "classic",
    },
  );
  const drawn = drawShot(front, plain, worn, 330);
  // The second layer has its room, drawn or not.
  const scale = (32 / 32.75) ** 2;
  expect(coveredIn(drawn) / (coveredIn(flat) * scale)).toBeCloseTo(1, 1);
});

it("draws slim arms, ears and a second layer, and none of them moves the player", () => {
  const wide = drawShot(front, plain, worn, 200);
  const slim = drawShot(front, { ...plain, slim: true }, worn, 200);
  const whole = drawShot(front, { ...plain, overlay: true }, worn, 200);
  expect(slim.width).toBe(wide.width);
  expect(whole.width).toBe(wide.width);
  expect(coveredIn(slim)).toBeLessThan(coveredIn(wide));
  expect(coveredIn(whole)).toBeGreaterThan(coveredIn(wide));
  const ears = drawShot(front, { ...plain, ears: true }, worn, 200);
  expect(coveredIn(ears)).not.toBe(coveredIn(wide));
});

it("turns a player upside down by half around the axis to the front", () => {
  const upright = drawShot(front, plain, worn, 200, { isLit: false });
  const turned = drawShot(front, { ...plain, upsideDown: true }, worn, 200, { isLit: false });
  const pixels = new Uint32Array(upright.data.slice().buffer);
  const reversed = new Uint32Array(turned.data.slice().buffer).toReversed();
  const apart = reversed.filter((value, at) => value !== pixels[at]).length;
  // On borders between texels, rounding decides.
  expect(apart / pixels.length).toBeLessThan(0.05);
});

it("is light from above and dark from below", () => {
  const brightness = (pitch: number) => {
    const { data } = drawShot({ ...front, pitch }, plain, worn, 64);
    return (
      data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / coveredIn({ data })
    );
  };
  const unlit = drawShot({ ...front, pitch: 90 }, plain, worn, 64, { isLit: false });
  const lit = drawShot({ ...front, pitch: 90 }, plain, worn, 64);
  expect(Buffer.compare(lit.data, unlit.data)).toBe(0);
  expect(brightness(-90)).toBeLessThan(brightness(90));
});

describe("a worn cape", () => {
  const cape = gameCape(positionSkin({ width: 64, height: 32 }));
  const wearing: Look = { ...plain, cape: true };
  const back: Shot = { ...front, yaw: 180 };

  it("covers the back of a flat view, pixel by pixel", () => {
    const drawn = drawShot(back, { ...wearing, flat: true }, { ...worn, cape }, 32);
    expect([drawn.width, drawn.height]).toEqual([16, 32]);
    for (let y = 0; y < 16; y++) {
      for (let x = 0; x < 10; x++) {
        const shown = pixelAt(drawn, 3 + x, 8 + y);
        expect(shown).toEqual(pixelAt(cape, 1 + x, 1 + y));
      }
    }
  });

  it("hangs away from the back, and turns with it", () => {
    const fromTheSide = { ...front, yaw: 90 };
    const without = drawShot(fromTheSide, wearing, worn, 200);
    const standing = drawShot(fromTheSide, wearing, { ...worn, cape }, 200);
    expect(standing.width).toBe(without.width);
    expect(coveredIn(standing)).toBeGreaterThan(coveredIn(without));
    const crouching = { ...fromTheSide, pose: "crouching" } as const;
    const turned = drawShot(crouching, wearing, { ...worn, cape }, 200);
    expect(turned.width / turned.height).toBeGreaterThan(standing.width / standing.height);
  });

  it("is cut with the bust, and none of it belongs to the head", () => {
    const covered = (section: Section) => {
      const shot = { ...back, section };
      const [bare, caped] = [worn, { ...worn, cape }].map((textures) =>
        drawShot(shot, wearing, textures, 128),
      );
      return Buffer.compare(bare?.data ?? Buffer.of(), caped?.data ?? Buffer.of()) !== 0;
    };
    expect([covered("head"), covered("bust"), covered("body")]).toEqual([false, true, true]);
  });
});

describe("a shadow", () => {
  const look: Look = { ...plain, shadow: true };
  /** Black, and seen through: of nothing that the player wears. */
  const shadowIn = ({ data, width }: Pixels) =>
    Array.from({ length: data.length / 4 }, (_, at) => at)
      .filter((at) => {
        const [red, green, blue, alpha = 0] = data.subarray(at * 4, at * 4 + 4);
        return red === 0 && green === 0 && blue === 0 && alpha > 0 && alpha < 128;
      })
      .map((at) => Math.floor(at / width));

  it.each([
    ["from above", { ...front, pitch: 35 }],
    ["from the front", front],
    ["in perspective", { ...front, pitch: 20, projection: "perspective" as const }],
    ["of a sleeping player", { ...front, pitch: 60, pose: "sleeping" as const }],
  ])("lies on the ground: %s", (_, shot) => {
    const drawn = drawShot(shot, look, worn, 200);
    const rows = shadowIn(drawn);
    expect(rows.length).toBeGreaterThan(50);
    const without = drawShot(shot, plain, worn, 200);
    expect(shadowIn(without).length).toBeLessThan(rows.length / 10);
    if (shot.pose === "standing") expect(Math.min(...rows)).toBeGreaterThan(100);
  });

  it("is not seen from below", () => {
    const fromBelow = { ...front, pitch: -30 };
    expect(drawShot(fromBelow, look, worn, 100)).toEqual(drawShot(fromBelow, plain, worn, 100));
  });

  it("leaves pixels of the texture pixels, below a flat view", () => {
    const drawn = drawShot(front, { ...look, flat: true }, worn, 33);
    const plainly = drawShot(front, { ...plain, flat: true }, worn, 32);
    expect(drawn.width).toBe(plainly.width);
    // All rows but the last, which the shadow reaches beside the feet.
    const above = plainly.data.subarray(0, 31 * 16 * 4);
    expect(Buffer.compare(drawn.data.subarray(0, above.length), above)).toBe(0);
    expect(shadowIn(drawn).length).toBeGreaterThan(0);
  });
});
