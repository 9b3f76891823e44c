import type { Page } from "playwright/test";
import { playerUrl, stageOf } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test.use({ viewport: { width: 1280, height: 500 } });

/** The scripts that arrive and hold what draws in three dimensions. */
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

test("loads the viewer only when its place comes into view, then draws", async ({ page }) => {
  const scripts = viewerScripts(page);
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  expect(scripts).toEqual([]);
  await stageOf(page).scrollIntoViewIfNeeded();
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await canvas.scrollIntoViewIfNeeded();
  await expect(canvas).toHaveAttribute("tabindex", "0");
  expect(scripts.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect
    .poll(async () => coloursOf(await canvas.screenshot(), page), { timeout: 20_000 })
    .toBeGreaterThan(20);
});

test("obeys its controls by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("Lantern_Lou"));
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await canvas.scrollIntoViewIfNeeded();
  await expect(canvas).toHaveAttribute("tabindex", "0");
  const stage = stageOf(page);
  // Whoever wants less motion finds the player standing still.
  await expect(stage.getByRole("button", { name: "Play" })).toBeVisible();
  const before = await canvas.screenshot();
  expect((await canvas.screenshot()).equals(before)).toBe(true);
  await canvas.focus();
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

test("shows the flat skin where there is no WebGL, without loading the viewer", async ({
  page,
}) => {
  const scripts = viewerScripts(page);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(playerUrl("Lantern_Lou"));
  const stage = stageOf(page);
  await stage.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await expect(stage.getByText("This browser shows no 3D here")).toBeVisible();
  await expect(stage.getByAltText("Flat skin of Lantern_Lou")).toHaveJSProperty("naturalWidth", 64);
  expect(scripts).toEqual([]);
});

/** How many different colours a picture has. */
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
