import { describe, expect, it } from "vitest";
import type { Pixels } from "../../textures/codec.ts";
import { decodeImage } from "../../textures/images.fixture.ts";
import { LOU, useWorld } from "../../../testing/world.ts";

const world = useWorld();
const at = (path: string) => world.request(`/compat/mc-heads/${path}`);
const pixelsAt = async (path: string) => decodeImage((await at(path)).bytes);
const nativePixels = async (target: string) => decodeImage((await world.request(target)).bytes);

const pixelAt = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const isDrawn = (image: Pixels, x: number, y: number) => (pixelAt(image, x, y)[3] ?? 0) > 127;

describe("an image", () => {
  it.each([
    [`avatar/${LOU}`, 180, 180],
    [`avatar/${LOU}/100/nohelm.png`, 100, 100],
    [`head/${LOU}/100`, 100, 100],
    [`head/${LOU}/100/left`, 100, 100],
    [`body/${LOU}`, 180, 360],
    [`body/${LOU}/100`, 100, 200],
    [`body/${LOU}/100/nohelm`, 100, 200],
    [`body/${LOU}/left`, 180, 360],
    [`body/${LOU}/60/right.png`, 60, 120],
    [`body/${LOU}/512`, 512, 1_024],
    [`body/${LOU}/9999`, 512, 1_024],
    [`player/${LOU}/100`, 100, 200],
    [`combo/${LOU}`, 180, 180],
    [`combo/${LOU}/64.png`, 64, 64],
  ])("%s has %i × %i pixels", async (path, width, height) => {
    const reply = await at(path);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(await decodeImage(reply.bytes)).toMatchObject({ width, height });
  });

  it("of a body is the isometric one in the middle", async () => {
    const body = await pixelsAt(`body/${LOU}/100`);
    const native = await nativePixels(`/body?uuid=${LOU}&view=iso&size=200`);
    const left = Math.floor((100 - native.width) / 2);
    expect(left).toBeGreaterThan(0);
    for (let y = 0; y < 200; y += 9) {
      expect(pixelAt(body, left + 30, y)).toEqual(pixelAt(native, 30, y));
      expect(isDrawn(body, left - 1, y)).toBe(false);
    }
  });
});

it.each(["head", "body"])("%s has two sides, whose outlines mirror each other", async (kind) => {
  const [left, right, usual] = await Promise.all(
    ["/left", "/right", ""].map((side) => pixelsAt(`${kind}/${LOU}/128${side}/nohelm`)),
  );
  if (left === undefined || right === undefined) throw new Error("no image");
  expect(usual).toEqual(right);
  expect(left.data).not.toEqual(right.data);
  let [both, either] = [0, 0];
  for (let y = 0; y < left.height; y++) {
    for (let x = 0; x < left.width; x++) {
      const [one, other] = [isDrawn(left, x, y), isDrawn(right, right.width - 1 - x, y)];
      both += Number(one && other);
      either += Number(one || other);
    }
  }
  expect(both / either).toBeGreaterThan(0.95);
});

it("has the face and the figure before it in one image", async () => {
  const combo = await pixelsAt(`combo/${LOU}/256`);
  const face = await nativePixels(`/head?uuid=${LOU}&size=256`);
  const body = await nativePixels(`/body?uuid=${LOU}&size=192`);
  let [ofFace, ofBody] = [0, 0];
  for (let y = 0; y < 256; y++) {
    for (let x = 0; x < 256; x++) {
      const isCorner = x >= 160 && y >= 64;
      const [overX, overY] = [x - 160, y - 64];
      if (isCorner && isDrawn(body, overX, overY)) {
        ofBody++;
        expect(pixelAt(combo, x, y)).toEqual(pixelAt(body, overX, overY));
      } else {
        ofFace++;
        expect(pixelAt(combo, x, y)).toEqual(pixelAt(face, x, y));
      }
    }
  }
  expect(Math.min(ofFace, ofBody)).toBeGreaterThan(5_000);
});

it("lists the accounts with the looks of creatures and blocks", async () => {
  const reply = await at("minecraft/mhf");
  expect(reply.status).toBe(200);
  const names: unknown = reply.json();
  expect(names).toContain("MHF_Steve");
  expect(names).toContain("MHF_ArrowLeft");
  expect(new Set(names as string[]).size).toBe((names as string[]).length);
});
