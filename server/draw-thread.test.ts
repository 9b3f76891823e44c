import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import type { ViewName, ViewOptions } from "../lib/textures/view.ts";
import { compiledProgram } from "../testing/compile-program.ts";
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
const program = new URL("./draw-thread.fixture.mjs", import.meta.url);
const startThread = (limits = {}) => createDrawThread({ program, ...limits });

it("returns each view to its caller", async () => {
  const drawView = startThread();
  const shades = Array.from({ length: 40 }, (_, at) => at);
  const drawn = await Promise.all(
    shades.map((shade) => drawView({ texture: texture(shade) }, options)),
  );
  expect(drawn.map(({ data }) => data[0])).toEqual(shades);
});

it.each([
  ["ends the thread", 13, "The drawing thread ended."],
  ["never ends", 14, "A view was not drawn within 500 ms."],
])("rejects only the job that %s, and draws the others in a new one", async (_, size, message) => {
  const drawView = startThread({ limitMs: 500 });
  const lost = drawView({ texture: texture(1) }, { ...options, size });
  const others = [2, 3].map((shade) => drawView({ texture: texture(shade) }, options));
  await expect(lost).rejects.toThrow(message);
  expect((await Promise.all(others)).map(({ data }) => data[0])).toEqual([2, 3]);
});

it("rejects only the job that throws", async () => {
  const program = pathToFileURL(compiledProgram("server/draw-worker.ts"));
  const drawView = createDrawThread({ program });
  const skin = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 4).fill(255) };
  const broken = { ...options, view: "none" as ViewName };
  const lost = drawView({ texture: skin }, broken);
  const drawn = drawView({ texture: skin }, options);
  await expect(lost).rejects.toThrow(TypeError);
  expect((await drawn).height).toBe(64);
});
