import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { players } from "./players.ts";
import { optiFineCapes } from "./skin-services.ts";
import { createTextureStore, textureHash } from "./textures.ts";

const store = createTextureStore();
const names = readdirSync(new URL("./textures/", import.meta.url)).map((file) => file.slice(0, -4));
const defaults = names.filter((name) => /^(default-|old-(steve|alex)$)/.test(name));
const bytesOf = (name: string) => store.find(textureHash(name)) ?? Buffer.alloc(0);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

it("has PNGs of legal sizes only", async () => {
  const wrong: string[] = [];
  for (const name of names) {
    const { format, width, height } = await sharp(bytesOf(name)).metadata();
    const sizes = name.startsWith("cape-")
      ? ["64x32"]
      : name.startsWith("hd-cape-")
        ? ["92x44"]
        : ["64x64", "64x32", "128x128"];
    if (format !== "png" || !sizes.includes(`${width}x${height}`)) {
      wrong.push(`${name}: ${format} ${width}x${height}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("has a texture from 2014, which is not served under its SHA-256", () => {
  expect(textureHash("gramps-gravel")).not.toBe(sha256(bytesOf("gramps-gravel")));
});

it("serves the others under their SHA-256 without leading zeros", () => {
  const others = names.filter((name) => !defaults.includes(name) && name !== "gramps-gravel");
  const isOwn = (name: string) => textureHash(name).padStart(64, "0") === sha256(bytesOf(name));
  expect(others.filter((name) => !isOwn(name))).toEqual([]);
});

it("has a hash that begins with a zero, and so a shorter name", () => {
  expect(textureHash("short-hash-shea").length).toBeLessThan(64);
});

it("has a different image for each of the eighteen defaults and the two old ones", () => {
  expect(defaults.length).toBe(20);
  expect(new Set(defaults.map((name) => sha256(bytesOf(name)))).size).toBe(20);
});

it("has no unused file", () => {
  const worn = players.flatMap(({ java, bedrock }) => [
    java?.skin?.hash,
    java?.cape,
    bedrock?.skin?.hash,
  ]);
  worn.push(...optiFineCapes.values());
  expect(names.filter((name) => !worn.includes(textureHash(name)))).toEqual(
    defaults.filter((name) => name.startsWith("default-")),
  );
});

it("rejects a missing file", () => {
  expect(() => textureHash("a-hat")).toThrow("there is no file sandbox/textures/a-hat.png");
});

describe("files out of the ordinary", () => {
  it.each([
    ["tinker-tess", 64, 64, true],
    ["gramps-gravel", 64, 32, true],
    ["opaque-otto", 64, 32, true],
    ["palette-pat", 64, 64, true],
    ["solid-sol", 64, 64, false],
    ["hi-res-hattie", 128, 128, true],
  ] as const)("%s: %d×%d, alpha channel: %s", async (name, width, height, hasAlpha) => {
    expect(await sharp(bytesOf(name)).metadata()).toMatchObject({
      width,
      height,
      hasAlpha,
      isPalette: name === "palette-pat",
    });
  });

  it("opaque-otto has no transparent pixel", async () => {
    const { channels } = await sharp(bytesOf("opaque-otto")).stats();
    expect(channels[3]?.min).toBe(255);
  });

  it("jelly-jar has a translucent hat layer", async () => {
    const hat = { left: 40, top: 8, width: 8, height: 8 };
    const alphas = await sharp(bytesOf("jelly-jar"))
      .extract(hat)
      .extractChannel(3)
      .raw()
      .toBuffer();
    expect([...alphas].some((alpha) => alpha > 0 && alpha < 255)).toBe(true);
  });
});
