import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameLook } from "../contract/views.ts";
import type { Pixels } from "./codec.ts";
import { placeholderCape } from "./default-skins.ts";
import { drawn, pixelAt, positionSkin, textureOf } from "./images.fixture.ts";
import { facesOf } from "./model.ts";
import { rangeOf, sum } from "./space.ts";
import { drawView, hasElytra, type ViewName } from "./view.ts";

const STANDING = {
  size: 64,
  overlay: true,
  model: "classic",
  upsideDown: false,
  ears: false,
} as const;

describe("an isometric head", () => {
  const shaded = (color: number[], shade: number) =>
    color.map((value, at) => (at < 3 ? Math.round(value * shade) : value));

  it("shows the top, the player's right and the front, each shaded as in the game", () => {
    const skin = positionSkin({ hat: "none" });
    const image = drawn(skin, "head-iso", { size: 512 });
    const unit = 512 / 18;
    /** The pixel over a point of the head: right, down and forward from its middle. */
    const at = (x: number, y: number, z: number) =>
      pixelAt(
        image,
        Math.floor(256 + (x + z) * (Math.sqrt(3) / 2) * unit),
        Math.floor(256 + (y + (z - x) / 2) * unit),
      );
    for (let row = 0; row < 8; row++) {
      for (let column = 0; column < 8; column++) {
        const [a, b] = [column - 3.5, row - 3.5];
        expect(at(a, -4, b)).toEqual([8 + column, row, 0, 255]);
        expect(at(a, b, 4)).toEqual(shaded([8 + column, 8 + row, 0, 255], 0.8));
        expect(at(-4, b, a)).toEqual(shaded([column, 8 + row, 0, 255], 0.6));
      }
    }
  });

  it("is square, centred and transparent around the head", async () => {
    const skin = await textureOf("lantern-lou");
    for (const size of [16, 64, 100, 257, 512]) {
      const image = drawn(skin, "head-iso", { size });
      expect([image.width, image.height]).toEqual([size, size]);
      for (const [x, y] of [
        [0, 0],
        [size - 1, 0],
        [0, size - 1],
        [size - 1, size - 1],
      ] as const) {
        expect(pixelAt(image, x, y)).toEqual([0, 0, 0, 0]);
      }
    }
  });

  it("does not move when the second layer is left out, and is smaller", async () => {
    const skin = await textureOf("captain-cobble");
    const opaque = (overlay: boolean) => {
      const { data } = drawn(skin, "head-iso", { size: 300, overlay });
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    };
    expect(opaque(false)).toBeLessThan(opaque(true));
    const bare = drawn(skin, "head-iso", { size: 300, overlay: false });
    const ofHatless = drawn(positionSkin({ hat: "none" }), "head-iso", { size: 300 });
    const alphas = ({ data }: Pixels) => data.filter((_, at) => at % 4 === 3);
    expect(Buffer.compare(alphas(bare), alphas(ofHatless))).toBe(0);
  });

  it("shows the inside of a hat through its gaps", () => {
    const skin = positionSkin({ hat: "none" });
    // Only the back of the hat is opaque.
    for (let y = 8; y < 16; y++) {
      for (let x = 56; x < 64; x++) skin.data[(y * 64 + x) * 4 + 3] = 255;
    }
    const without = drawn(positionSkin({ hat: "none" }), "head-iso", { size: 512 });
    expect(Buffer.compare(drawn(skin, "head-iso", { size: 512 }).data, without.data)).not.toBe(0);
  });
});

describe("an isometric body", () => {
  it("has the parts of the figure in their places, the nearer before the farther", () => {
    const skin = positionSkin({ hat: "none" });
    const size = 405;
    const image = drawn(skin, "body-iso", { size, overlay: false });
    // The frame holds the second layers: 40.5 units high, from 9 above the head's top.
    const unit = size / 40.5;
    const at = (x: number, y: number, z: number) =>
      pixelAt(
        image,
        Math.floor((x + z + 2.5) * (Math.sqrt(3) / 2) * unit),
        Math.floor((y + (z - x) / 2 + 9) * unit),
      );
    const shade = ([r = 0, g = 0]: number[], by: number) => [
      Math.round(r * by),
      Math.round(g * by),
      0,
      255,
    ];
    // The middle of a texel of: face, chest, right arm, right leg, left arm.
    expect(at(8.5, 4.5, 4)).toEqual(shade([12, 12], 0.8));
    expect(at(8.5, 14.5, 2)).toEqual(shade([24, 26], 0.8));
    expect(at(0, 14.5, 0.5)).toEqual(shade([42, 26], 0.6));
    expect(at(5.5, 26.5, 2)).toEqual(shade([5, 26], 0.8));
    expect(at(14.5, 14.5, 2)).toEqual(shade([38, 58], 0.8));
    expect(at(1.5, 8, 0.5)).toEqual(shade([45, 18], 1));
  });

  it("of a slim skin is as high, and its arms are narrower", () => {
    const skin = positionSkin();
    const [classic, slim] = (["classic", "slim"] as const).map((model) =>
      drawn(skin, "body-iso", { size: 512, model }),
    );
    expect([classic?.height, slim?.height]).toEqual([512, 512]);
    expect(slim?.data.filter((v, at) => at % 4 === 3 && v > 0).length).toBeLessThan(
      classic?.data.filter((v, at) => at % 4 === 3 && v > 0).length ?? 0,
    );
  });
});

describe("special names", () => {
  it("are those of the game, in exactly this spelling", () => {
    expect(nameLook("Dinnerbone")).toEqual({ upsideDown: true, ears: false });
    expect(nameLook("Grumm")).toEqual({ upsideDown: true, ears: false });
    expect(nameLook("deadmau5")).toEqual({ upsideDown: false, ears: true });
    for (const name of ["dinnerbone", "DEADMAU5", "Lantern_Lou", undefined]) {
      expect(nameLook(name)).toEqual({ upsideDown: false, ears: false });
    }
  });

  it.each(["body-front", "body-back", "bust-front"] as const)("turn a %s by half", async (view) => {
    const skin = await textureOf("lantern-lou");
    const upright = drawn(skin, view, { size: 64 });
    const turned = drawn(skin, view, { size: 64, upsideDown: true });
    const words = new Uint32Array(upright.data.slice().buffer).toReversed();
    expect(Buffer.compare(turned.data, new Uint8Array(words.buffer))).toBe(0);
  });

  it("show the underside of an isometric body that stands on its head", () => {
    const image = drawn(positionSkin({ hat: "none" }), "body-iso", {
      size: 512,
      upsideDown: true,
      overlay: false,
    });
    const colours = new Set(new Uint32Array(image.data.slice().buffer));
    // A texel of the right foot's sole, lit from above.
    expect(colours.has(((255 << 24) | (17 << 8) | 9) >>> 0)).toBe(true);
  });

  it("add ears, which enlarge the frame", () => {
    const skin = positionSkin({ hat: "none" });
    const plain = drawn(skin, "body-front", { size: 370 });
    const eared = drawn(skin, "body-front", { size: 370, ears: true });
    expect([plain.width, eared.width]).toEqual([185, 200]);
    // The middle of the right ear, 4 units right of and below the frame's corner.
    expect(pixelAt(eared, 40, 40)).toEqual([28, 4, 0, 255]);
    for (const view of ["head-iso", "bust-front", "body-iso"] as const) {
      expect(drawn(skin, view, { size: 100, ears: true })).not.toEqual(
        drawn(skin, view, { size: 100 }),
      );
    }
  });
});

it("draws ears as large as the game: 8 × 8 × 3, opaque on their backs", () => {
  const skin = positionSkin({ hat: "none" });
  const look = { slim: false, upsideDown: false, overlay: true, flat: true, ears: true };
  const corners = facesOf(look, "head", {}).flatMap(({ u, v, corner, along, down }) =>
    // All sides of the ears, and none of the head, begin in these columns and above its face.
    u >= 24 && v < 8 && u < 38 ? [corner, sum(sum(corner, along), down)] : [],
  );
  const range = (axis: 0 | 1 | 2) => rangeOf(corners.map((corner) => corner[axis]));
  expect([range(0), range(1), range(2)]).toEqual([
    [-10, 10],
    [5, 13],
    [-1, 2],
  ]);
  const back = drawn(skin, "body-back", { size: 37, ears: true });
  expect(pixelAt(back, 1, 1)[3]).toBe(255);
});

describe("a cape", () => {
  it("is solid, as in the game, and its wings have holes", () => {
    const cape = positionSkin({ height: 32, hat: "opaque" });
    for (let at = 3; at < cape.data.length; at += 4) cape.data[at] = at % 3 === 0 ? 255 : 0;
    const alphas = (image: Pixels) => image.data.filter((_, at) => at % 4 === 3);
    for (const view of ["cape-front", "cape-back"] as const) {
      const image = drawn(cape, view, { size: 16 });
      expect(alphas(image).every((alpha) => alpha === 255)).toBe(true);
      expect(pixelAt(image, 3, 3)).toEqual([(view === "cape-front" ? 1 : 12) + 3, 4, 0, 255]);
    }
    expect(alphas(drawn(cape, "cape-elytra", { size: 20 }))).toContain(0);
    const skin = positionSkin({ hat: "none" });
    const of = (worn: Pixels) =>
      drawView({ texture: skin, cape: worn }, { ...STANDING, view: "body-back", cape: true });
    const solid = { ...cape, data: cape.data.map((value, at) => (at % 4 === 3 ? 255 : value)) };
    expect(of(cape)).toEqual(of(solid));
  });

  it("of which nothing can be seen stays invisible", () => {
    const { data } = drawn(placeholderCape, "cape-front", { size: 16 });
    expect(data.every((value) => value === 0)).toBe(true);
  });

  it.each([
    ["cape-lantern", 64],
    ["cape-anchor", 64],
  ])("%s is cut to the side that is seen", async (name) => {
    const cape = await textureOf(name, "cape");
    for (const [view, u] of [
      ["cape-front", 1],
      ["cape-back", 12],
    ] as const) {
      const image = drawn(cape, view, { size: 16 });
      expect([image.width, image.height]).toEqual([10, 16]);
      for (let y = 0; y < 16; y++) {
        for (let x = 0; x < 10; x++)
          expect(pixelAt(image, x, y)).toEqual(pixelAt(cape, u + x, 1 + y));
      }
    }
  });

  it.each([
    [64, 32, 1],
    [128, 64, 2],
    [22, 17, 1],
    [44, 34, 2],
    [46, 22, 1],
    [512, 256, 8],
  ])("of %d×%d has %d pixels a texel", (width, height, scale) => {
    const cape = positionSkin({ width, height });
    const image = drawn(cape, "cape-front", { size: 16 * scale });
    expect(pixelAt(image, 0, 0)).toEqual(pixelAt(cape, scale, scale));
    expect(pixelAt(image, 10 * scale - 1, 16 * scale - 1)).toEqual(
      pixelAt(cape, 11 * scale - 1, 17 * scale - 1),
    );
    expect(hasElytra(cape)).toBe(width !== 22 * scale);
  });

  it("has wings that mirror each other", () => {
    const cape = positionSkin({ width: 64, height: 32 });
    const { width, height, ...image } = drawn(cape, "cape-elytra", { size: 20 });
    expect([width, height]).toEqual([20, 20]);
    for (let x = 0; x < 10; x++) {
      const left = pixelAt({ width, height, ...image }, x, 7);
      expect(left).toEqual(pixelAt(cape, 36 + x, 9));
      expect(pixelAt({ width, height, ...image }, 19 - x, 7)).toEqual(left);
    }
  });
});

describe("any legal skin", () => {
  const views: ViewName[] = [
    "head-iso",
    "bust-front",
    "body-front",
    "body-back",
    "body-left",
    "body-right",
    "body-iso",
    "player-card",
  ];

  it("is drawn in every view, its first layer opaque", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(64, 128, 192, 512),
        fc.boolean(),
        fc.constantFrom(...views),
        fc.integer({ min: 16, max: 140 }),
        fc.record({ overlay: fc.boolean(), upsideDown: fc.boolean(), ears: fc.boolean() }),
        fc.constantFrom("classic", "slim", undefined),
        fc.integer(),
        (width, isOld, view, size, options, model, seed) => {
          const height = isOld ? width / 2 : width;
          let state = seed | 1;
          const data = Uint8Array.from({ length: width * height * 4 }, () => {
            state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 1;
            return state >>> 24;
          });
          const image = drawn({ width, height, data }, view, { ...options, size, model });
          expect(image.height).toBe(size);
          expect(image.data.length).toBe(image.width * size * 4);
          if (view !== "body-front" || options.ears) return;
          const middle = pixelAt(image, image.width >> 1, options.upsideDown ? size - 2 : 1);
          expect(middle[3]).toBe(255);
        },
      ),
      { numRuns: 60 },
    );
  });
});
