import type { Page } from "playwright/test";
import sharp from "sharp";
import { alive, countShifts, playerUrl, shiftOf, stageOf } from "./support/page.ts";
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
  await alive(page);
  const poster = page.getByRole("img", { name: "Skin of Lantern_Lou in 2D" });
  await poster.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await page.evaluate(countShifts);
  await page.getByRole("button", { name: "Show Lantern_Lou in 3D" }).hover();
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await expect(canvas).toHaveAttribute("tabindex", "0");
  await expect(poster).toHaveCount(0);
  // Their texts are read beside the page.
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect
    .poll(async () => coloursOf(await canvas.screenshot()), { timeout: 20_000 })
    .toBeGreaterThan(20);
  expect(await shiftOf(page)).toBe(0);
});

// `lib/textures/view.test.ts` checks what the images show.
test("shows a body with the player's width of arms, its pixels unscaled", async ({ page }) => {
  for (const [name, model] of [
    ["Lantern_Lou", "classic"],
    ["Midnight_Mei", "slim"],
  ] as const) {
    await page.goto(playerUrl(name));
    const poster = page.getByRole("img", { name: `Skin of ${name} in 2D` });
    await expect(poster).toHaveAttribute("src", new RegExp(`^/body\\?.*&model=${model}&size=352$`));
    await expect(poster).toHaveJSProperty("naturalHeight", 352);
    await expect(poster).toHaveJSProperty("clientHeight", 352);
  }
});

test("can be controlled by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  await alive(page);
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
  await alive(page);
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
  await alive(page);
  const stage = stageOf(page);
  // By key, since pointing with a mouse would already load it.
  await stage.getByRole("button", { name: "Show Lantern_Lou in 3D" }).press("Enter");
  await expect(stage.getByText("This browser can’t show 3D here")).toBeVisible();
  await expect(stage.getByRole("img", { name: "Skin of Lantern_Lou in 2D" })).toBeVisible();
  expect(scripts).toEqual([]);
});

/** How many different colours an image has. */
async function coloursOf(png: Buffer): Promise<number> {
  const { buffer } = Uint8Array.from(await sharp(png).ensureAlpha().raw().toBuffer());
  return new Set(new Uint32Array(buffer)).size;
}
