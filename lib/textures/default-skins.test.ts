import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SKINS, defaultSkinOf, namedDefaultSkin } from "./default-skins.ts";

describe("defaultSkinOf", () => {
  it.each([
    ["069a79f444e94726a5befca90e38aaf5", 0, "alex", "slim"],
    ["853c80ef3c3749fdaa49938b674adae6", 1, "ari", "slim"],
    ["8f59cdb2f5754768b0e62e0b0be19557", 10, "ari", "classic"],
    ["0d8d9d754a5a45799e3c1063c2d9c505", 4, "makena", "slim"],
    ["0000000000000000000901f64f65c7c3", 15, "steve", "classic"],
    ["00000000-0000-0000-0009-01f64f65c7c3", 15, "steve", "classic"],
    ["00000000000000000000000000000000", 0, "alex", "slim"],
    ["00000000000000000000000000000011", 17, "zuri", "classic"],
    ["00000000000000000000000000000012", 0, "alex", "slim"],
    ["ffffffff000000000000000000000000", 17, "zuri", "classic"],
    ["FFFFFFFE000000000000000000000000", 16, "sunny", "classic"],
  ])("gives %s skin %d, %s, %s", (uuid, index, name, model) => {
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
  it("gives the wide steve and the slim alex", () => {
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
