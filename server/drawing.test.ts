import { expect, it } from "vitest";
import type { ViewOptions } from "../lib/textures/view.ts";
import { createDrawing } from "./drawing.ts";

const options: ViewOptions = {
  view: "body-iso",
  size: 64,
  overlay: true,
  model: "slim",
  upsideDown: false,
  ears: false,
};
const texture = (shade: number) => ({ width: 1, height: 1, data: Uint8Array.of(shade, 0, 0, 255) });
const draw = () => createDrawing(new URL("./drawing.fixture.mjs", import.meta.url));

it("returns each view to its caller", async () => {
  const drawing = draw();
  const shades = Array.from({ length: 40 }, (_, at) => at);
  const drawn = await Promise.all(
    shades.map((shade) => drawing({ texture: texture(shade) }, options)),
  );
  expect(drawn.map(({ data }) => data[0])).toEqual(shades);
});

it("rejects the jobs of a dead thread, and draws the next in a new one", async () => {
  const drawing = draw();
  const lost = [
    drawing({ texture: texture(1) }, { ...options, size: 13 }),
    drawing({ texture: texture(2) }, options),
  ];
  for (const one of lost) await expect(one).rejects.toThrow("The drawing thread ended.");
  expect((await drawing({ texture: texture(3) }, options)).data[0]).toBe(3);
});
