import { createHash } from "node:crypto";
import type { Page, Request } from "playwright/test";
import sharp from "sharp";
import type { Pixels } from "../lib/textures/codec.ts";
import { placeholderCapePng } from "../lib/textures/default-skins.ts";
import { boldSkin, encodePng } from "../lib/textures/images.fixture.ts";
import {
  alive,
  clipboardOf,
  countShifts,
  open,
  playerUrl,
  shiftOf,
  stageOf,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test.use({ viewport: { width: 1280, height: 500 } });

test("shows the player as an image, loads the viewer when it shall be turned, and saves its pose without a background", async ({
  page,
}) => {
  const viewerScripts = watchViewer(page);
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const stage = stageOf(page);
  const figure = stage.getByRole("img", { name: "Lantern_Lou: Isometric" });
  await figure.hover();
  expect(await viewerScripts()).toEqual([]);
  await page.evaluate(countShifts);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).click();
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  await expect(canvas).toHaveAttribute("tabindex", "0");
  await expect(figure).toHaveCount(0);
  await expect(stage.getByRole("link", { name: "Download the skin of Lantern_Lou" })).toBeVisible();
  expect(await viewerScripts()).not.toEqual([]);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(async () => coloursOf(await canvas.screenshot())).toBeGreaterThan(20);
  // The link of the skin makes room for the button of the pose's URL.
  expect(await shiftOf(page)).toBeLessThan(0.001);

  const download = page.waitForEvent("download");
  await stage.getByRole("button", { name: "Save this pose as PNG" }).press("Enter");
  expect((await download).suggestedFilename()).toBe("Lantern_Lou.png");
  const image = sharp(await (await download).path());
  const { isOpaque, channels } = await image.stats();
  expect(isOpaque).toBe(false);
  expect(channels[0]?.max).toBeGreaterThan(0);
});

// `lib/textures/view.test.ts` checks what the images show.
test("shows a body with the player's width of arms, from each side and of each edition, its pixels unscaled, and loads no image before", async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on(
    "request",
    (request) => /\/body\?.*size=384/.test(request.url()) && bodies.push(request.url()),
  );
  const stage = stageOf(page);
  for (const [name, model] of [
    ["Midnight_Mei", "slim"],
    // Its skin has the old shape.
    ["Opaque_Otto", "slim"],
    ["Lantern_Lou", "classic"],
  ] as const) {
    bodies.length = 0;
    await open(page, playerUrl(name));
    expect(bodies).toHaveLength(1);
    for (const [label, view] of [
      ["Isometric", "iso"],
      ["Front", "front"],
      ["Back", "back"],
    ] as const) {
      await stage.getByText(label, { exact: true }).click();
      const figure = stage.getByRole("img", { name: `${name}: ${label}` });
      const url = new RegExp(`^/body\\?.*&model=${model}&view=${view}&size=384$`);
      await expect(figure).toHaveAttribute("src", url);
      await expect(figure).toHaveJSProperty("naturalHeight", 384);
      await expect(figure).toHaveJSProperty("clientHeight", 384);
    }
  }
  await stage.getByText("Bedrock", { exact: true }).click();
  const bedrock = stage.getByRole("img", { name: "Lantern Lou: Back" });
  await expect(bedrock).toHaveJSProperty("naturalHeight", 384);
  await expect(stage.getByRole("img", { name: "Lantern_Lou: Back" })).toBeHidden();
});

test("can be controlled by keyboard, and keeps its pose when the player is refreshed", async ({
  page,
}) => {
  // A client has one refresh an hour.
  await page.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.3" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("Lantern_Lou"));
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
  await expect(stage.getByRole("radio", { name: "Isometric" })).toBeFocused();
  const turned = await canvas.screenshot();
  await page.keyboard.press("ArrowRight");
  await expect(stage.getByRole("radio", { name: "Front" })).toBeChecked();
  await expect.poll(async () => (await canvas.screenshot()).equals(turned)).toBe(false);
  await page.keyboard.press("Tab");
  await expect(stage.getByRole("button", { name: "Save this pose as PNG" })).toBeFocused();
  await stage.getByRole("button", { name: "Play" }).press("Enter");
  await expect(stage.getByRole("button", { name: "Pause" })).toBeFocused();
  const walk = stage.getByRole("button", { name: "Walking" });
  await walk.press("Enter");
  await expect(walk).toHaveAttribute("aria-pressed", "true");

  await canvas.evaluate((element) => element.setAttribute("data-same", ""));
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect(page.getByText("Refreshed. This is the latest data.")).toHaveRole("status");
  await expect(canvas).toHaveAttribute("data-same");
  await expect(walk).toHaveAttribute("aria-pressed", "true");
});

test("copies the URL of an image with the pose that the viewer shows", async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, playerUrl("Lantern_Lou"));
  const stage = stageOf(page);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).click();
  const copy = stage.getByRole("button", { name: "Copy the URL of this pose" });
  const copied = async () => {
    await copy.click();
    const url = await clipboardOf(page);
    await expect(stage.locator("code")).toHaveText(url);
    await expect(stage.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
    const { pathname, search } = new URL(url);
    expect((await request.get(pathname + search)).headers()["content-type"]).toBe("image/png");
    return pathname + search;
  };
  const player = "/body?username=dfb83a479bf3469583e7bdc34c28fa4e&type=java";
  expect(await copied()).toBe(`${player}&yaw=-45&pitch=35&cape=true&size=512`);
  const canvas = page.getByRole("img", { name: "Lantern_Lou in 3D" });
  for (let pressed = 0; pressed < 4; pressed++) await canvas.press("ArrowLeft");
  await stage.getByRole("button", { name: "Walking" }).click();
  await stage.getByRole("button", { name: "Outer layer" }).click();
  const walking = "yaw=45&pitch=35&pose=walking&overlay=false";
  expect(await copied()).toBe(`${player}&${walking}&cape=true&size=512`);
});

test("keeps the image without WebGL, and does not load the viewer", async ({ page }) => {
  const viewerScripts = watchViewer(page);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const stage = stageOf(page);
  await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).press("Enter");
  await expect(stage.getByText("This browser can’t show 3D here")).toBeVisible();
  await expect(stage.getByRole("img", { name: "Lantern_Lou: Isometric" })).toBeVisible();
  expect(await viewerScripts()).toEqual([]);
});

test(
  "says that the viewer did not arrive, and loads it when asked again",
  provoking("ERR_INTERNET_DISCONNECTED /_next/static/…"),
  async ({ page, context }) => {
    await page.goto(playerUrl("Lantern_Lou"));
    await alive(page);
    const stage = stageOf(page);
    const turn = stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" });
    await context.setOffline(true);
    await turn.click();
    await expect(stage.getByRole("status")).toHaveText(/Check your connection/);
    await expect(turn).toBeEnabled();
    await context.setOffline(false);
    await turn.click();
    await expect(page.getByRole("img", { name: "Lantern_Lou in 3D" })).toBeVisible();
  },
);

test("turns into the viewer without a jump", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const stage = stageOf(page);
  const box = stage.locator(".skin-figures");
  for (const view of ["Isometric", "Front"]) {
    await stage.getByText(view, { exact: true }).click();
    const figure = stage.getByRole("img", { name: `Lantern_Lou: ${view}` });
    await expect(figure).toHaveJSProperty("naturalHeight", 384);
    const drawn = await box.screenshot();
    await stage.getByRole("button", { name: "Turn Lantern_Lou in 3D" }).click();
    await expect(page.getByRole("img", { name: "Lantern_Lou in 3D" })).toBeVisible();
    expect.soft(await difference(drawn, await box.screenshot()), view).toBeLessThan(8);
    await page.reload();
    await alive(page);
  }
});

/** Skins and names that a viewer with rules of its own shows otherwise than the game. */
const ODD = {
  "of the old shape, whose hat is opaque": { skin: oldSkin() },
  "upside down, whose second layer is opaque": { skin: boldSkin(), name: "Dinnerbone" },
  "with ears, whose first layer is transparent": { skin: ghostlySkin(), name: "deadmau5" },
};

test("draws a player by the game's rules in both ways", async ({ page, sandbox }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const stage = stageOf(page);
  for (const [index, [kind, { skin, ...change }]] of Object.entries(ODD).entries()) {
    const png = Buffer.from(await encodePng(skin)).toString("base64");
    const uuid = UNSEEN[index] ?? "";
    sandbox.control.change(uuid, { skin: `data:image/png;base64,${png}`, ...change });
    await open(page, playerUrl(uuid));
    await stage.getByText("Front", { exact: true }).click();
    const box = stage.locator(".skin-figures");
    await expect(stage.getByRole("img", { name: /: Front$/ })).toHaveJSProperty("complete", true);
    const drawn = await middleOf(await box.screenshot());
    await stage.getByRole("button", { name: /^Turn .* in 3D$/ }).click();
    await expect(page.getByRole("img", { name: / in 3D$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
    expect
      .soft(await difference(drawn, await middleOf(await box.screenshot())), kind)
      .toBeLessThan(20);
  }
});

/** The hash of a cape that no player of the sandbox wears. */
const CAPE = createHash("sha256").update(placeholderCapePng).digest("hex");

test(
  "shows a player without a cape that cannot be had",
  provoking(`502 /cape?texture=${CAPE}`, `502 /cape?texture=${CAPE}&view=front&size=80`),
  async ({ page, sandbox }) => {
    sandbox.control.fault({
      route: "mojang-textures.*",
      match: CAPE,
      fault: { kind: "drop" },
    });
    const cape = `data:image/png;base64,${Buffer.from(placeholderCapePng).toString("base64")}`;
    sandbox.control.change(UNSEEN.at(-1) ?? "", { cape });
    await open(page, playerUrl(UNSEEN.at(-1) ?? ""));
    const stage = stageOf(page);
    await stage.getByRole("button", { name: /^Turn .* in 3D$/ }).click();
    await expect(page.getByRole("img", { name: / in 3D$/ })).toBeVisible();
    await expect(stage.getByRole("button", { name: "Save this pose as PNG" })).toBeVisible();
  },
);

/** Players whom no other test of this file looks up. */
const UNSEEN = [
  "cd422dc66f0747f0a047b34d48294f62",
  "f85af764582f42cbbcc2e7ff9d14fea9",
  "f22eaffe3f6c4edb9e123aeb005df3ac",
  "d4468922e4f3476ea61f2fc091beac3d",
];

/** White, with a black hat that the game throws away: nothing in the right half is transparent. */
function oldSkin(): Pixels {
  const skin = { width: 64, height: 32, data: new Uint8Array(64 * 32 * 4).fill(255) };
  fill(skin, [32, 0, 32, 16], [0, 0, 0, 255]);
  fill(skin, [0, 0, 1, 1], [0, 0, 0, 0]);
  return skin;
}

/** A yellow first layer that is all but invisible, and no second one. */
function ghostlySkin(): Pixels {
  const skin = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 4) };
  for (const first of [
    [0, 0, 32, 16],
    [0, 16, 64, 16],
    [16, 48, 32, 16],
    [32, 0, 6, 7],
  ] as const) {
    fill(skin, first, [255, 220, 60, 2]);
  }
  return skin;
}

function fill(
  { width, data }: Pixels,
  [left, top, across, down]: readonly [number, number, number, number],
  colour: readonly number[],
): void {
  for (let y = top; y < top + down; y++) {
    for (let x = left; x < left + across; x++) data.set(colour, (y * width + x) * 4);
  }
}

/** The part of the stage where a player stands. */
async function middleOf(png: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const across = Math.round(height / 2);
  const left = Math.round((width - across) / 2);
  return sharp(png).extract({ left, top: 0, width: across, height }).png().toBuffer();
}

/** How much two images differ on average, from 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
  );
  if (before === undefined || after === undefined) throw new Error("There are no two images.");
  expect(after.length).toBe(before.length);
  const sum = before.reduce((total, value, at) => total + Math.abs(value - (after[at] ?? 0)), 0);
  return sum / before.length;
}

/** Finds the scripts with the 3D viewer among those that the page requests from now on. */
function watchViewer(page: Page): () => Promise<string[]> {
  const requests: Request[] = [];
  page.on("request", (request) => request.url().endsWith(".js") && requests.push(request));
  return async () => {
    // By now, the requests of an event that is over are known.
    await page.evaluate(() => undefined);
    const found: string[] = [];
    for (const request of requests) {
      const text = await (await request.response())?.text();
      if (text?.includes("WebGLRenderer")) found.push(request.url());
    }
    return found;
  };
}

/** How many different colours an image has. */
async function coloursOf(png: Buffer): Promise<number> {
  const { buffer } = Uint8Array.from(await sharp(png).ensureAlpha().raw().toBuffer());
  return new Set(new Uint32Array(buffer)).size;
}
