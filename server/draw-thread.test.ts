import { expect, it } from "vitest";
import type { ViewOptions } from "../lib/textures/view.ts";
import { createDrawThread } from "./draw-thread.ts";

const options: ViewOptions = {
  view: "body-iso",
  size: 64,
  overlay: true,
  model: "slim",
  upsideDown: false,
  ears: false,
};
const texture = (shade: number) => ({ width: 1, height: 1, data: Uint8Array.of(shade, 0, 0, 255) });
const startThread = () => createDrawThread(new URL("./draw-thread.fixture.mjs", import.meta.url));

it("returns each view to its caller", async () => {
  const drawView = startThread();
  const shades = Array.from({ length: 40 }, (_, at) => at);
  const drawn = await Promise.all(
    shades.map((shade) => drawView({ texture: texture(shade) }, options)),
  );
  expect(drawn.map(({ data }) => data[0])).toEqual(shades);
});

it("rejects the jobs of a dead thread, and draws the next in a new one", async () => {
  const drawView = startThread();
  const lost = [
    drawView({ texture: texture(1) }, { ...options, size: 13 }),
    drawView({ texture: texture(2) }, options),
  ];
  for (const one of lost) await expect(one).rejects.toThrow("The drawing thread ended.");
  expect((await drawView({ texture: texture(3) }, options)).data[0]).toBe(3);
});
