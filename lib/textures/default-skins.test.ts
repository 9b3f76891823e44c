import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeTexture } from "./codec.ts";
import {
  DEFAULT_SKINS,
  defaultSkinOf,
  namedDefaultSkin,
  placeholderCapePng,
  placeholderSkin,
  placeholderSkinPng,
} from "./default-skins.ts";
import { faceOf } from "./head.ts";

describe("defaultSkinOf", () => {
  it.each([
    ["069a79f444e94726a5befca90e38aaf5", 0, "alex", "slim"],
    ["0d8d9d754a5a45799e3c1063c2d9c505", 4, "makena", "slim"],
    ["00000000-0000-0000-0009-01f64f65c7c3", 15, "steve", "classic"],
    ["ffffffff000000000000000000000000", 17, "zuri", "classic"],
    ["FFFFFFFE000000000000000000000000", 16, "sunny", "classic"],
  ])("returns for %s skin %d, %s, %s", (uuid, index, name, model) => {
    expect(defaultSkinOf(uuid)).toBe(DEFAULT_SKINS[index]);
    expect(defaultSkinOf(uuid)).toMatchObject({ name, model });
  });

  it("agrees with Java's arithmetic for any UUID", () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (uuid) => {
      const folded = (uuid >> 64n) ^ BigInt.asUintN(64, uuid);
      const hash = BigInt.asIntN(32, (folded >> 32n) ^ folded);
      const index = Number(((hash % 18n) + 18n) % 18n);
      expect(defaultSkinOf(uuid.toString(16).padStart(32, "0"))).toBe(DEFAULT_SKINS[index]);
    });
    fc.assert(property);
  });
});

describe("namedDefaultSkin", () => {
  it("returns the wide steve and the slim alex", () => {
    expect(namedDefaultSkin("steve")).toEqual({
      name: "steve",
      model: "classic",
      hash: "31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb",
    });
    expect(namedDefaultSkin("alex")).toEqual({
      name: "alex",
      model: "slim",
      hash: "46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7",
    });
  });
});

describe("the list of default skins", () => {
  it("has 18 different textures, the nine slim ones first", () => {
    expect(new Set(DEFAULT_SKINS.map(({ hash }) => hash)).size).toBe(18);
    expect(DEFAULT_SKINS.map(({ model }) => model).join(" ")).toBe(
      "slim ".repeat(9) + "classic ".repeat(9).trim(),
    );
    for (const { hash } of DEFAULT_SKINS) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

/** Both halves of each part unfolded: x, y, width and height (of 64×64, wide arms). */
const PARTS = [
  ["head", 0, 0, 32, 16, 8],
  ["body", 16, 16, 24, 16, 4],
  ["right arm", 40, 16, 16, 16, 4],
  ["left arm", 32, 48, 16, 16, 4],
  ["right leg", 0, 16, 16, 16, 4],
  ["left leg", 16, 48, 16, 16, 4],
] as const;

describe("the placeholder skin", () => {
  it("fills all six sides of every part, and nothing else", () => {
    const { width, height, data } = placeholderSkin;
    expect([width, height]).toEqual([64, 64]);
    const wanted = new Uint8Array(64 * 64);
    for (const [, left, top, partWidth, partHeight, depth] of PARTS) {
      for (let y = top; y < top + partHeight; y++) {
        for (let x = left; x < left + partWidth; x++) {
          // Above the sides lie only top and bottom, in the middle.
          const inLid = x >= left + depth && x < left + partWidth - depth;
          if (y >= top + depth || inLid) wanted[y * 64 + x] = 255;
        }
      }
    }
    expect([...data].filter((_, at) => at % 4 === 3)).toEqual([...wanted]);
  });

  it("is the same as its PNG, which is a legal texture", async () => {
    const decoded = await decodeTexture(placeholderSkinPng, "skin");
    expect(Buffer.compare(decoded.data, placeholderSkin.data)).toBe(0);
  });

  it("has the same face with and without the second layer", () => {
    expect(faceOf(placeholderSkin)).toEqual(faceOf(placeholderSkin, { overlay: false }));
  });
});

describe("the placeholder cape", () => {
  it("is a legal cape without a single visible pixel", async () => {
    const { width, height, data } = await decodeTexture(placeholderCapePng, "cape");
    expect([width, height]).toEqual([64, 32]);
    expect(data.every((value) => value === 0)).toBe(true);
  });
});
