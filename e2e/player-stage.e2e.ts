import type { Page } from "playwright/test";
import sharp from "sharp";
import { playerUrl, shiftOf, stageOf, watchShiftsNow } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test.use({ viewport: { width: 1280, height: 500 } });

/** The loaded scripts with the 3D viewer. */
function viewerScripts(page: Page): string[] {
  const seen: string[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    response.text().then(
      (text) => text.includes("WebGLRenderer") && seen.push(response.url()),
      () => undefined,
    );
  });
  return seen;
}

test("shows the player in 2D, and loads the viewer when it is pointed at", async ({ page }) => {
  const scripts = viewerScripts(page);
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  const poster = page.getByRole("img", { name: "Skin of Lantern_Lou in 2D" });
  await poster.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await watchShiftsNow(page);
  await page.getByRole("button", { name: "Show Lantern_Lou in 3D" }).hover();
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await expect(canvas).toHaveAttribute("tabindex", "0");
  await expect(poster).toHaveCount(0);
  expect(scripts.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect
    .poll(async () => coloursOf(await canvas.screenshot(), page), { timeout: 20_000 })
    .toBeGreaterThan(20);
  expect(await shiftOf(page)).toBe(0);
});

test("draws both widths of arms, and the outer layer, as the skin has them", async ({
  page,
  service,
}) => {
  for (const [name, arm] of [
    ["Lantern_Lou", 4],
    ["Midnight_Mei", 3],
  ] as const) {
    await page.goto(playerUrl(name), { waitUntil: "networkidle" });
    const body = (await (await fetch(`${service.url}/api?username=${name}`)).json()) as {
      java: { model: string; skin_texture: string };
    };
    expect(body.java.model).toBe(arm === 4 ? "classic" : "slim");
    const poster = page.getByRole("img", { name: `Skin of ${name} in 2D` });
    const skin = await fetch(`${service.url}/skin?texture=${body.java.skin_texture}`);
    const texture = await pixelsOf(Buffer.from(await skin.arrayBuffer()));
    const image = await pixelsOf(await poster.screenshot({ omitBackground: true }), 11);
    // A pixel of the face, each arm's outer edge and each leg: the outer layer covers the inner one.
    for (const [x, y, u, v, outerU, outerV] of [
      [6, 5, 10, 13, 42, 13],
      [9, 2, 13, 10, 45, 10],
      [7, 12, 23, 24, 23, 40],
      [4 - arm, 10, 44, 22, 44, 38],
      [11 + arm, 10, 35 + arm, 54, 51 + arm, 54],
      [5, 30, 5, 30, 5, 46],
      [10, 30, 22, 62, 6, 62],
    ] as const) {
      const outer = texture.at(outerU, outerV);
      if (outer[3] !== 0 && outer[3] !== 255) continue;
      const wanted = outer[3] === 255 ? outer : texture.at(u, v);
      expect(image.at(x, y).slice(0, 3), `${name} ${x},${y}`).toEqual(wanted.slice(0, 3));
    }
  }
});

test("can be controlled by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  const stage = stageOf(page);
  // With reduced motion, pointing at it does not load it.
  const show = stage.getByRole("button", { name: "Show Lantern_Lou in 3D" });
  await show.hover();
  await expect(stage.getByText("Loading the 3D view…")).toHaveCount(0);
  await show.focus();
  await page.keyboard.press("Enter");
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await expect(canvas).toBeFocused();
  // The player is not moving.
  await expect(stage.getByRole("button", { name: "Play" })).toBeVisible();
  const before = await canvas.screenshot();
  expect((await canvas.screenshot()).equals(before)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await canvas.screenshot()).equals(before)).toBe(false);
  await page.keyboard.press("Tab");
  await expect(stage.getByRole("radio", { name: "Standing" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(stage.getByRole("radio", { name: "Walking" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(stage.getByRole("button", { name: "Pause" })).toBeFocused();
});

test("saves the pose as an image without a background", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  const download = page.waitForEvent("download", { timeout: 30_000 });
  await stageOf(page).getByRole("button", { name: "Save this pose as PNG" }).press("Enter");
  expect((await download).suggestedFilename()).toBe("Lantern_Lou.png");
  const image = sharp(await (await download).path());
  const { isOpaque, channels } = await image.stats();
  expect(isOpaque).toBe(false);
  expect(channels[0]?.max).toBeGreaterThan(0);
});

test("keeps the 2D player without WebGL, and does not load the viewer", async ({ page }) => {
  const scripts = viewerScripts(page);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  const stage = stageOf(page);
  // By key, since pointing with a mouse would already load it.
  await stage.getByRole("button", { name: "Show Lantern_Lou in 3D" }).press("Enter");
  await expect(stage.getByText("This browser can’t show 3D here")).toBeVisible();
  await expect(stage.getByRole("img", { name: "Skin of Lantern_Lou in 2D" })).toBeVisible();
  expect(scripts).toEqual([]);
});

/** The pixels of an image, or of one that shows each of them `scale` pixels wide. */
async function pixelsOf(png: Buffer, scale = 1) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    at(x: number, y: number): number[] {
      const [column, row] = [x, y].map((value) => Math.floor((value + 0.5) * scale));
      const start = ((row ?? 0) * info.width + (column ?? 0)) * 4;
      return [...data.subarray(start, start + 4)];
    },
  };
}

/** How many different colours an image has. */
function coloursOf(png: Buffer, page: Page): Promise<number> {
  return page.evaluate(
    async (bytes) => {
      const blob = new Blob([Uint8Array.from(bytes)], { type: "image/png" });
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      return new Set(new Uint32Array(Uint8ClampedArray.from(data).buffer)).size;
    },
    [...png],
  );
}
