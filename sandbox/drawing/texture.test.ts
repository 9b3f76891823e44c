import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { SandboxPlayer } from "../player.ts";
import { players } from "../players.ts";
import { boxOf } from "./boxes.ts";
import { listDefaultLooks } from "./defaults.ts";
import type { FileKind, Look } from "./look.ts";
import { paintSkin } from "./skin.ts";
import { getPixel } from "./pixels.ts";
import { drawCape, drawSkin } from "./texture.ts";

describe("a drawn skin", () => {
  it("is the same file every time", () => {
    const look = lookOf("Lantern_Lou");
    expect(drawSkin(look).bytes.equals(drawSkin(structuredClone(look)).bytes)).toBe(true);
  });

  it("is the same file on every machine", () => {
    expect(drawSkin(lookOf("Lantern_Lou")).hash).toBe(
      "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b",
    );
  });

  it("is named by its SHA-256", () => {
    const { hash, bytes } = drawSkin(lookOf("QuietQuill"));
    expect(hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  it("loses the leading zeros of its hash", () => {
    const { hash, bytes } = drawSkin(lookOf("ShortHash_Shea"));
    expect(hash.length).toBeLessThan(64);
    expect(hash.padStart(64, "0")).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  it.each([
    ["Tinker_Tess", "plain", 64, 64, true],
    ["Gramps_Gravel", "legacy", 64, 32, true],
    ["Opaque_Otto", "legacyOpaque", 64, 32, true],
    ["Palette_Pat", "palette", 64, 64, true],
    ["Solid_Sol", "rgb", 64, 64, false],
    ["Hi Res Hattie", "doubled", 128, 128, true],
  ] as const)("of %s is a %s file", async (name, kind, width, height, hasAlpha) => {
    const look = lookOf(name);
    expect(look.file ?? ("plain" satisfies FileKind)).toBe(kind);
    expect(await sharp(drawSkin(look).bytes).metadata()).toMatchObject({
      format: "png",
      width,
      height,
      hasAlpha,
      isPalette: kind === "palette",
    });
  });

  it("has a hat without any hole when it is old and opaque", async () => {
    const raw = await sharp(drawSkin(lookOf("Opaque_Otto")).bytes)
      .raw()
      .toBuffer();
    const alphas = raw.filter((_, at) => at % 4 === 3);
    expect([...new Set(alphas)]).toEqual([255]);
  });

  it.each(["classic", "slim"] as const)("is painted on every side of every part: %s", (model) => {
    const pixels = paintSkin({ ...lookOf("Tinker_Tess"), model });
    for (const part of ["head", "body", "rightArm", "leftArm", "rightLeg", "leftLeg"] as const) {
      for (const { x, y, width, height } of Object.values(boxOf(part, "base", model))) {
        for (let at = 0; at < width * height; at += 1) {
          const [column, row] = [x + (at % width), y + Math.floor(at / width)];
          expect(getPixel(pixels, column, row)[3], `${part} at ${column},${row}`).toBe(255);
        }
      }
    }
  });

  it("leaves the fourth column of slim arms empty", () => {
    const pixels = paintSkin({ ...lookOf("Tinker_Tess"), model: "slim" });
    const empty = [50, 51].flatMap((x) => [16, 17, 18, 19].map((y) => getPixel(pixels, x, y)[3]));
    expect(empty).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

it("draws eighteen different defaults, and the two old ones", () => {
  const hashes = listDefaultLooks().map(([, look]) => drawSkin(look).hash);
  expect(hashes.length).toBe(20);
  expect(new Set(hashes).size).toBe(20);
});

it("draws a cape of 64×32", async () => {
  const cape = players.find(({ java }) => java?.name === "Lantern_Lou")?.java?.cape;
  if (!cape || "hash" in cape) throw new Error("Lantern_Lou has a drawn cape");
  const { hash, bytes } = drawCape(cape);
  expect(hash).toBe("3bd1a9392d4cc7efc706ec69e3f3b8fb50f826cedd6d1e3523514581f1e2be1e");
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 32 });
});

function lookOf(name: string): Look {
  const isMeant = ({ java, bedrock }: SandboxPlayer) =>
    java?.name === name || bedrock?.gamertag === name;
  const player = players.find(isMeant);
  const skin = (player?.java ?? player?.bedrock)?.skin;
  if (!skin || "hash" in skin) throw new Error(`${name} has a drawn skin`);
  return skin;
}
