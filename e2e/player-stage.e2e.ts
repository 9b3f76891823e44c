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

test("shows the player as an image, and loads the viewer when it shall be turned", async ({
  page,
}) => {
  const scripts = viewerScripts(page);
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  await alive(page);
  const stage = stageOf(page);
  const figure = stage.getByRole("img", { name: "Lantern_Lou: 3D" });
  await figure.hover();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await page.evaluate(countShifts);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).click();
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await expect(canvas).toHaveAttribute("tabindex", "0");
  await expect(figure).toHaveCount(0);
  // Their texts are read beside the page.
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect
    .poll(async () => coloursOf(await canvas.screenshot()), { timeout: 20_000 })
    .toBeGreaterThan(20);
  expect(await shiftOf(page)).toBe(0);
});

// `lib/textures/view.test.ts` checks what the images show.
test("shows a body with the player's width of arms, from each side, its pixels unscaled", async ({
  page,
}) => {
  for (const [name, model] of [
    ["Lantern_Lou", "classic"],
    ["Midnight_Mei", "slim"],
  ] as const) {
    await page.goto(playerUrl(name));
    for (const [label, view] of [
      ["3D", "iso"],
      ["Front", "front"],
      ["Back", "back"],
    ] as const) {
      await stageOf(page).getByText(label, { exact: true }).click();
      const figure = stageOf(page).getByRole("img", { name: `${name}: ${label}` });
      const url = new RegExp(`^/body\\?.*&model=${model}&view=${view}&size=384$`);
      await expect(figure).toHaveAttribute("src", url);
      await expect(figure).toHaveJSProperty("naturalHeight", 384);
      await expect(figure).toHaveJSProperty("clientHeight", 384);
    }
  }
});

test("shows the edition that is chosen, and loads no image before", async ({ page }) => {
  const bodies: string[] = [];
  page.on("request", (request) => request.url().includes("/body?") && bodies.push(request.url()));
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  expect(bodies.filter((url) => url.includes("size=384"))).toHaveLength(1);
  const stage = stageOf(page);
  await stage.getByText("Bedrock", { exact: true }).click();
  await expect(stage.getByRole("img", { name: "Lantern Lou: 3D" })).toHaveJSProperty(
    "naturalHeight",
    384,
  );
  await expect(stage.getByRole("img", { name: "Lantern_Lou: 3D" })).toBeHidden();
});

test("can be controlled by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  await alive(page);
  const stage = stageOf(page);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).focus();
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
  await expect(stage.getByRole("radio", { name: "Java" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(stage.getByRole("radio", { name: "3D" })).toBeFocused();
  const turned = await canvas.screenshot();
  await page.keyboard.press("ArrowRight");
  await expect(stage.getByRole("radio", { name: "Front" })).toBeChecked();
  await expect.poll(async () => (await canvas.screenshot()).equals(turned)).toBe(false);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(stage.getByRole("button", { name: "Pause" })).toBeFocused();
  const walk = stage.getByRole("button", { name: "Walking" });
  await walk.press("Enter");
  await expect(walk).toHaveAttribute("aria-pressed", "true");
});

test("saves the pose as an image without a background", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  await alive(page);
  const stage = stageOf(page);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).press("Enter");
  const save = stage.getByRole("button", { name: "Save this pose as PNG" });
  await save.waitFor({ timeout: 30_000 });
  const download = page.waitForEvent("download", { timeout: 30_000 });
  await save.press("Enter");
  expect((await download).suggestedFilename()).toBe("Lantern_Lou.png");
  const image = sharp(await (await download).path());
  const { isOpaque, channels } = await image.stats();
  expect(isOpaque).toBe(false);
  expect(channels[0]?.max).toBeGreaterThan(0);
});

test("keeps the viewer and its pose when the player is refreshed", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("PebblePenny"), { waitUntil: "networkidle" });
  await alive(page);
  const stage = stageOf(page);
  await stage.getByRole("button", { name: "Turn PebblePenny in 3D" }).press("Enter");
  const canvas = page.getByRole("img", { name: "PebblePenny in 3D" });
  await canvas.press("ArrowRight");
  await stage.getByRole("button", { name: "Walking" }).press("Enter");
  await canvas.evaluate((element) => element.setAttribute("data-same", ""));
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect(page.getByText("Refreshed. This is the latest data.")).toHaveRole("status");
  await expect(canvas).toHaveAttribute("data-same");
  await expect(stage.getByRole("button", { name: "Walking" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("keeps the image without WebGL, and does not load the viewer", async ({ page }) => {
  const scripts = viewerScripts(page);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });
  await alive(page);
  const stage = stageOf(page);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).press("Enter");
  await expect(stage.getByText("This browser can’t show 3D here")).toBeVisible();
  await expect(stage.getByRole("img", { name: "Lantern_Lou: 3D" })).toBeVisible();
  expect(scripts).toEqual([]);
});

/** How many different colours an image has. */
async function coloursOf(png: Buffer): Promise<number> {
  const { buffer } = Uint8Array.from(await sharp(png).ensureAlpha().raw().toBuffer());
  return new Set(new Uint32Array(buffer)).size;
}
