import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeTexture, type Pixels } from "./decode.ts";
import { positionSkin } from "./images.fixture.ts";
import { placeholderSkin } from "./placeholder.ts";
import { drawView, hasElytra, poseOf, type ViewName, type ViewOptions } from "./view.ts";

const folder = new URL("../../sandbox/textures/", import.meta.url);
const textureOf = (name: string, kind: "skin" | "cape" = "skin") =>
  decodeTexture(readFileSync(new URL(`${name}.png`, folder)), kind);

const draw = (pixels: Pixels, view: ViewName, options: Partial<ViewOptions> = {}) =>
  drawView(pixels, {
    view,
    size: 32,
    overlay: true,
    model: "classic",
    upsideDown: false,
    ears: false,
    ...options,
  });

type Crop = readonly [x: number, y: number, width: number, height: number];
type Placed = readonly [crop: Crop, overlay: Crop | null, toX: number, toY: number, mirror?: true];

/** The positions of a figure's sides on a square skin and in an image of 16×32 units. */
function layoutOf(view: string, arm: 3 | 4, isOld: boolean): Placed[] {
  const layouts: Record<string, Placed[]> = {
    front: [
      [[8, 8, 8, 8], [40, 8, 8, 8], 4, 0],
      [[20, 20, 8, 12], [20, 36, 8, 12], 4, 8],
      [[44, 20, arm, 12], [44, 36, arm, 12], 4 - arm, 8],
      [[36, 52, arm, 12], [52, 52, arm, 12], 12, 8],
      [[4, 20, 4, 12], [4, 36, 4, 12], 4, 20],
      [[20, 52, 4, 12], [4, 52, 4, 12], 8, 20],
    ],
    back: [
      [[24, 8, 8, 8], [56, 8, 8, 8], 4, 0],
      [[32, 20, 8, 12], [32, 36, 8, 12], 4, 8],
      [[48 + arm, 20, arm, 12], [48 + arm, 36, arm, 12], 12, 8],
      [[40 + arm, 52, arm, 12], [56 + arm, 52, arm, 12], 4 - arm, 8],
      [[12, 20, 4, 12], [12, 36, 4, 12], 8, 20],
      [[28, 52, 4, 12], [12, 52, 4, 12], 4, 20],
    ],
    left: [
      [[16, 8, 8, 8], [48, 8, 8, 8], 4, 0],
      [[36 + arm, 52, 4, 12], [52 + arm, 52, 4, 12], 6, 8],
      [[24, 52, 4, 12], [8, 52, 4, 12], 6, 20],
    ],
    right: [
      [[0, 8, 8, 8], [32, 8, 8, 8], 4, 0],
      [[40, 20, 4, 12], [40, 36, 4, 12], 6, 8],
      [[0, 20, 4, 12], [0, 36, 4, 12], 6, 20],
    ],
  };
  const layout = layouts[view] ?? [];
  if (!isOld) return layout;
  const [head, ...others] = layout;
  // Left limbs are the right ones in a mirror; only the head has a second layer.
  const mirrored: Record<string, Crop> = {
    "36 52": [44, 20, 4, 12],
    "20 52": [4, 20, 4, 12],
    "44 52": [52, 20, 4, 12],
    "28 52": [12, 20, 4, 12],
    "40 52": [40, 20, 4, 12],
    "24 52": [0, 20, 4, 12],
  };
  return [
    ...(head === undefined ? [] : [head]),
    ...others.map(([crop, , x, y]): Placed => {
      const source = mirrored[`${crop[0]} ${crop[1]}`];
      return source === undefined ? [crop, null, x, y] : [source, null, x, y, true];
    }),
  ];
}

/** A flat view, assembled pixel by pixel by the rules, and enlarged by nearest neighbours. */
function expectedView(
  skin: Pixels,
  placed: readonly Placed[],
  { size, overlay, rows }: { size: number; overlay: boolean; rows: number },
): Uint8Array {
  const k = skin.width / 64;
  const [width, height] = [16 * k, rows * k];
  const small = new Uint8Array(width * height * 4);
  const pixel = (x: number, y: number) =>
    skin.data.subarray((y * skin.width + x) * 4, (y * skin.width + x) * 4 + 4);
  for (const [base, over, toX, toY, mirror] of placed) {
    for (let y = 0; y < base[3] * k && toY * k + y < height; y++) {
      for (let x = 0; x < base[2] * k; x++) {
        const column = mirror ? base[2] * k - 1 - x : x;
        const [r = 0, g = 0, b = 0] = pixel(base[0] * k + column, base[1] * k + y);
        const top = overlay && over !== null ? pixel(over[0] * k + x, over[1] * k + y) : [];
        const [tr = 0, tg = 0, tb = 0, ta = 0] = top;
        const mix = (o: number, u: number) => Math.round((o * ta + u * (255 - ta)) / 255);
        const at = ((toY * k + y) * width + toX * k + x) * 4;
        small.set([mix(tr, r), mix(tg, g), mix(tb, b), 255], at);
      }
    }
  }
  const wide = Math.round((size * 16) / rows);
  const out = new Uint8Array(wide * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < wide; x++) {
      const fromX = Math.floor(((2 * x + 1) * width) / (2 * wide));
      const fromY = Math.floor(((2 * y + 1) * height) / (2 * size));
      const from = (fromY * width + fromX) * 4;
      out.set(small.subarray(from, from + 4), (y * wide + x) * 4);
    }
  }
  return out;
}

const rgba = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

const skins = [
  ["lantern-lou", "classic"],
  ["tinker-tess", "slim"],
  ["gramps-gravel", "classic"],
  ["orbit-opal", "slim"],
  ["hi-res-hattie", "classic"],
  ["palette-pat", "classic"],
] as const;

describe("a flat view", () => {
  it.each(
    skins.flatMap(([name, model]) =>
      ["front", "back", "left", "right"].map((view) => [name, view, model] as const),
    ),
  )("of %s (%s) is exact to the pixel", async (name, view, model) => {
    const skin = await textureOf(name);
    const layout = layoutOf(view, model === "slim" ? 3 : 4, skin.height < skin.width);
    for (const size of [32, 64, 96, 100, 512]) {
      for (const overlay of [true, false]) {
        const image = draw(skin, `body-${view}` as ViewName, { size, overlay, model });
        const expected = expectedView(skin, layout, { size, overlay, rows: 32 });
        expect([size, overlay, Buffer.compare(image.data, expected)]).toEqual([size, overlay, 0]);
      }
    }
  });

  it.each(skins)("of %s is cut at the chest for a bust", async (name, model) => {
    const skin = await textureOf(name);
    const layout = layoutOf("front", model === "slim" ? 3 : 4, skin.height < skin.width);
    for (const size of [16, 128, 130]) {
      const { width, height, data } = draw(skin, "bust-front", { size, model });
      expect([width, height]).toEqual([size, size]);
      const expected = expectedView(skin, layout, { size, overlay: true, rows: 16 });
      expect(Buffer.compare(data, expected)).toBe(0);
    }
  });

  it("is half as wide as it is high, in every size", () => {
    for (let size = 16; size <= 512; size++) {
      const { width, height, data } = draw(placeholderSkin, "body-front", { size });
      expect([width, height, data.length]).toEqual([
        Math.round(size / 2),
        size,
        Math.round(size / 2) * size * 4,
      ]);
    }
  });

  it("has slim arms one texel narrower, the figure in its place", () => {
    const skin = positionSkin();
    const columns = (model: "classic" | "slim") => {
      const image = draw(skin, "body-front", { model, overlay: false });
      return Array.from({ length: 16 }, (_, x) => rgba(image, x, 10)[3] === 255);
    };
    expect(columns("classic")).toEqual(Array.from({ length: 16 }, () => true));
    expect(columns("slim")).toEqual(Array.from({ length: 16 }, (_, x) => x > 0 && x < 15));
  });

  it("takes the arms from the pixels when the model is unknown", async () => {
    const slim = await textureOf("tinker-tess");
    const classic = await textureOf("lantern-lou");
    for (const [skin, model] of [
      [slim, "slim"],
      [classic, "classic"],
    ] as const) {
      expect(draw(skin, "body-front", { model: undefined })).toEqual(
        draw(skin, "body-front", { model }),
      );
    }
  });

  it("of a skin of the old shape is symmetrical, whatever the model", async () => {
    const skin = positionSkin({ height: 32, hat: "none" });
    const image = draw(skin, "body-front", { model: "slim" });
    for (let y = 8; y < 32; y++) {
      for (const x of y < 20 ? [0, 1, 2, 3] : [4, 5, 6, 7]) {
        expect(rgba(image, x, y)).toEqual(rgba(image, 15 - x, y));
      }
    }
  });
});

describe("an isometric head", () => {
  const shaded = (color: number[], shade: number) =>
    color.map((value, at) => (at < 3 ? Math.round(value * shade) : value));

  it("shows the top, the player's right and the front, each shaded as in the game", () => {
    const skin = positionSkin({ hat: "none" });
    const image = draw(skin, "head-iso", { size: 512 });
    const unit = 512 / 18;
    /** The pixel over a point of the head: right, down and forward from its middle. */
    const at = (x: number, y: number, z: number) =>
      rgba(
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
      const image = draw(skin, "head-iso", { size });
      expect([image.width, image.height]).toEqual([size, size]);
      for (const [x, y] of [
        [0, 0],
        [size - 1, 0],
        [0, size - 1],
        [size - 1, size - 1],
      ] as const) {
        expect(rgba(image, x, y)).toEqual([0, 0, 0, 0]);
      }
    }
  });

  it("does not move when the second layer is left out, and is smaller", async () => {
    const skin = await textureOf("captain-cobble");
    const opaque = (overlay: boolean) => {
      const { data } = draw(skin, "head-iso", { size: 300, overlay });
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    };
    expect(opaque(false)).toBeLessThan(opaque(true));
    const bare = draw(skin, "head-iso", { size: 300, overlay: false });
    const ofHatless = draw(positionSkin({ hat: "none" }), "head-iso", { size: 300 });
    const alphas = ({ data }: Pixels) => data.filter((_, at) => at % 4 === 3);
    expect(Buffer.compare(alphas(bare), alphas(ofHatless))).toBe(0);
  });

  it("shows the inside of a hat through its gaps", () => {
    const skin = positionSkin({ hat: "none" });
    // Only the back of the hat is opaque.
    for (let y = 8; y < 16; y++) {
      for (let x = 56; x < 64; x++) skin.data[(y * 64 + x) * 4 + 3] = 255;
    }
    const without = draw(positionSkin({ hat: "none" }), "head-iso", { size: 512 });
    expect(Buffer.compare(draw(skin, "head-iso", { size: 512 }).data, without.data)).not.toBe(0);
  });

  it("has colours of the skin only, above the size up to which edges are smoothed", () => {
    const colours = ({ data }: Pixels) => new Set(new Uint32Array(data.slice().buffer)).size;
    const flat = placeholderSkin;
    const small = draw(flat, "head-iso", { size: 256 });
    const large = draw(flat, "head-iso", { size: 257 });
    expect(colours(large)).toBeLessThan(colours(small));
  });
});

describe("an isometric body", () => {
  it("has the parts of the figure in their places, the nearer before the farther", () => {
    const skin = positionSkin({ hat: "none" });
    const size = 405;
    const image = draw(skin, "body-iso", { size, overlay: false });
    // The frame holds the second layers: 40.5 units high, from 9 above the head's top.
    const unit = size / 40.5;
    const at = (x: number, y: number, z: number) =>
      rgba(
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
      draw(skin, "body-iso", { size: 512, model }),
    );
    expect([classic?.height, slim?.height]).toEqual([512, 512]);
    expect(slim?.data.filter((v, at) => at % 4 === 3 && v > 0).length).toBeLessThan(
      classic?.data.filter((v, at) => at % 4 === 3 && v > 0).length ?? 0,
    );
  });
});

describe("special names", () => {
  it("are those of the game, in exactly this spelling", () => {
    expect(poseOf("Dinnerbone")).toEqual({ upsideDown: true, ears: false });
    expect(poseOf("Grumm")).toEqual({ upsideDown: true, ears: false });
    expect(poseOf("deadmau5")).toEqual({ upsideDown: false, ears: true });
    for (const name of ["dinnerbone", "DEADMAU5", "Lantern_Lou", undefined]) {
      expect(poseOf(name)).toEqual({ upsideDown: false, ears: false });
    }
  });

  it.each(["body-front", "body-back", "bust-front"] as const)("turn a %s by half", async (view) => {
    const skin = await textureOf("lantern-lou");
    const upright = draw(skin, view, { size: 64 });
    const turned = draw(skin, view, { size: 64, upsideDown: true });
    const words = new Uint32Array(upright.data.slice().buffer).toReversed();
    expect(Buffer.compare(turned.data, new Uint8Array(words.buffer))).toBe(0);
  });

  it("show the underside of an isometric body that stands on its head", () => {
    const image = draw(positionSkin({ hat: "none" }), "body-iso", {
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
    const plain = draw(skin, "body-front", { size: 370 });
    const eared = draw(skin, "body-front", { size: 370, ears: true });
    expect([plain.width, eared.width]).toEqual([185, 200]);
    // The middle of the right ear, 4 units right of and below the frame's corner.
    expect(rgba(eared, 40, 40)).toEqual([28, 4, 0, 255]);
    for (const view of ["head-iso", "bust-front", "body-iso"] as const) {
      expect(draw(skin, view, { size: 100, ears: true })).not.toEqual(
        draw(skin, view, { size: 100 }),
      );
    }
  });
});

describe("a cape", () => {
  it.each([
    ["cape-lantern", 64],
    ["cape-anchor", 64],
  ])("%s is cut to the side that is seen", async (name) => {
    const cape = await textureOf(name, "cape");
    for (const [view, u] of [
      ["cape-front", 1],
      ["cape-back", 12],
    ] as const) {
      const image = draw(cape, view, { size: 16 });
      expect([image.width, image.height]).toEqual([10, 16]);
      for (let y = 0; y < 16; y++) {
        for (let x = 0; x < 10; x++) expect(rgba(image, x, y)).toEqual(rgba(cape, u + x, 1 + y));
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
    const image = draw(cape, "cape-front", { size: 16 * scale });
    expect(rgba(image, 0, 0)).toEqual(rgba(cape, scale, scale));
    expect(rgba(image, 10 * scale - 1, 16 * scale - 1)).toEqual(
      rgba(cape, 11 * scale - 1, 17 * scale - 1),
    );
    expect(hasElytra(cape)).toBe(width !== 22 * scale);
  });

  it("has wings that mirror each other", () => {
    const cape = positionSkin({ width: 64, height: 32 });
    const { width, height, ...image } = draw(cape, "cape-elytra", { size: 20 });
    expect([width, height]).toEqual([20, 20]);
    for (let x = 0; x < 10; x++) {
      const left = rgba({ width, height, ...image }, x, 7);
      expect(left).toEqual(rgba(cape, 36 + x, 9));
      expect(rgba({ width, height, ...image }, 19 - x, 7)).toEqual(left);
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
          const image = draw({ width, height, data }, view, { ...options, size, model });
          expect(image.height).toBe(size);
          expect(image.data.length).toBe(image.width * size * 4);
          if (view !== "body-front" || options.ears) return;
          const middle = rgba(image, image.width >> 1, options.upsideDown ? size - 2 : 1);
          expect(middle[3]).toBe(255);
        },
      ),
      { numRuns: 60 },
    );
  });
});
