import { describe, expect, it } from "vitest";
import type { Pixels } from "./codec.ts";
import { drawn, pixelAt, positionSkin, textureOf } from "./images.fixture.ts";
import { placeholderSkin } from "./default-skins.ts";
import { gameSkin } from "./game-texture.ts";
import type { ViewName } from "./view.ts";

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

/**
 * A flat view, assembled pixel by pixel by the rules, and enlarged by nearest neighbours: on a border, that nearer to
 * the middle.
 */
function expectedView(
  skin: Pixels,
  placed: readonly Placed[],
  { size, overlay, rows }: { size: number; overlay: boolean; rows: number },
): Uint8Array {
  const k = skin.width / 64;
  const [width, height] = [16 * k, rows * k];
  const small = pixelsOfParts(skin, placed, { overlay, width, height });
  const wide = Math.round((size * 16) / rows);
  const out = new Uint8Array(wide * size * 4);
  // A pixel is as wide as it is high, so an odd number of them is wider than the figure, by half a pixel.
  const under = (at: number, pixels: number, length: number) => {
    const place = ((2 * at + 1 - pixels) * height + length * size) / (2 * size);
    return Number.isInteger(place) && place > length / 2 ? place - 1 : Math.floor(place);
  };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < wide; x++) {
      const from = (under(y, size, height) * width + under(x, wide, width)) * 4;
      out.set(small.subarray(from, from + 4), (y * wide + x) * 4);
    }
  }
  return out;
}

/** The parts of a flat view, a pixel for each of the skin. */
function pixelsOfParts(
  skin: Pixels,
  placed: readonly Placed[],
  { overlay, width, height }: { overlay: boolean; width: number; height: number },
): Uint8Array {
  const k = skin.width / 64;
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
  return small;
}

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
    for (const size of [32, 36, 57, 64, 100, 512]) {
      for (const overlay of [true, false]) {
        const image = drawn(skin, `body-${view}` as ViewName, { size, overlay, model });
        const expected = expectedView(skin, layout, { size, overlay, rows: 32 });
        expect([size, overlay, Buffer.compare(image.data, expected)]).toEqual([size, overlay, 0]);
      }
    }
  });

  it.each(skins)("of %s is cut at the chest for a bust", async (name, model) => {
    const skin = await textureOf(name);
    const layout = layoutOf("front", model === "slim" ? 3 : 4, skin.height < skin.width);
    for (const size of [16, 20, 128, 131]) {
      const { width, height, data } = drawn(skin, "bust-front", { size, model });
      expect([width, height]).toEqual([size, size]);
      const expected = expectedView(skin, layout, { size, overlay: true, rows: 16 });
      expect(Buffer.compare(data, expected)).toBe(0);
    }
  });

  it("is half as wide as it is high, in every size", () => {
    for (let size = 16; size <= 512; size++) {
      const { width, height, data } = drawn(placeholderSkin, "body-front", { size });
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
      const image = drawn(skin, "body-front", { model, overlay: false });
      return Array.from({ length: 16 }, (_, x) => pixelAt(image, x, 10)[3] === 255);
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
      expect(drawn(skin, "body-front", { model: undefined })).toEqual(
        drawn(skin, "body-front", { model }),
      );
    }
  });

  const backs: Crop[] = [
    [54, 20, 2, 12],
    [46, 52, 2, 12],
  ];
  const tops: Crop[] = [
    [50, 16, 2, 4],
    [42, 48, 2, 4],
  ];
  /** A skin of wide arms whose pixels in some rectangles are these, in turn. */
  const withPixels = (rectangles: Crop[], ...pixels: number[][]) => {
    const skin = positionSkin({ width: 128, hat: "none" });
    for (const [x, y, width, height] of rectangles) {
      for (let at = 0; at < width * height * 4; at++) {
        const [column, row] = [at % (2 * width), Math.floor(at / (2 * width))];
        skin.data.set(pixels[at % pixels.length] ?? [], ((2 * y + row) * 128 + 2 * x + column) * 4);
      }
    }
    return skin;
  };
  const [clear, black, white] = [
    [9, 9, 9, 0],
    [0, 0, 0, 255],
    [255, 255, 255, 255],
  ];

  it.each([
    ["slim", "transparent", withPixels([...backs, ...tops], clear)],
    ["slim", "black", withPixels([...backs, ...tops], black)],
    ["slim", "white", withPixels([...backs, ...tops], white)],
    ["slim", "transparent in the backs alone", withPixels(backs, clear)],
    [
      "slim",
      "not opaque everywhere in one back",
      withPixels(backs.slice(1), ...Array.from({ length: 96 }, (_, at) => [7, 7, 7, 160 + at])),
    ],
    ["classic", "coloured", withPixels([])],
    ["classic", "black in the backs alone", withPixels(backs, black)],
    ["classic", "transparent in the tops alone", withPixels(tops, clear)],
    ["classic", "black and white in turn", withPixels([...backs, ...tops], black, white)],
  ] as const)(
    "has %s arms when the model is unknown and the skin is %s where only wide ones have pixels",
    (model, _, skin) => {
      expect(drawn(skin, "body-front", { model: undefined })).toEqual(
        drawn(skin, "body-front", { model }),
      );
    },
  );

  describe("of a skin of the old shape", () => {
    const skin = positionSkin({ height: 32, hat: "none" });

    it("is symmetrical with wide arms, and has them when the model is unknown", () => {
      const image = drawn(skin, "body-front", { model: undefined });
      expect(image).toEqual(drawn(skin, "body-front", { model: "classic" }));
      for (let y = 8; y < 32; y++) {
        for (const x of y < 20 ? [0, 1, 2, 3] : [4, 5, 6, 7]) {
          expect(pixelAt(image, x, y)).toEqual(pixelAt(image, 15 - x, y));
        }
      }
    });

    it.each(["body-front", "body-back", "body-left", "body-iso", "bust-front"] as const)(
      "has the arms of the model in a %s, cut from the square skin that it becomes",
      (view) => {
        const of = (pixels: Pixels, model: "classic" | "slim") => drawn(pixels, view, { model });
        expect(of(skin, "slim")).toEqual(of(gameSkin(skin), "slim"));
        if (view !== "body-left") expect(of(skin, "slim")).not.toEqual(of(skin, "classic"));
      },
    );
  });
});
