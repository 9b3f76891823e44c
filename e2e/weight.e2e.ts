import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "playwright/test";
import { openSearch } from "./support/docs.ts";
import {
  alive,
  expectFound,
  holdBack,
  noRecentPlayers,
  open,
  overhang,
  paste,
  playerUrl,
  shiftOf,
  watchShifts,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

const kB = 1_000;

/** The least and the most that a page loads at first of a type. Less would mean that nothing was counted. */
const FIRST_LOAD = { script: [80 * kB, 130 * kB], font: [20 * kB, 60 * kB] } as const;

for (const path of [
  "/en",
  "/en/player/NameHopper",
  "/en/docs/head",
  "/en/status",
  "/pl",
  "/ru",
  "/ar/player/Lantern_Lou",
]) {
  test(`needs few scripts and fonts, and one font and few images for its first screen: ${path}`, async ({
    page,
  }) => {
    const html = await (await page.request.get(path)).text();
    const scripts = countBytes(page, async (request) => {
      // Scripts that are loaded once the browser has nothing else to do delay nothing.
      const isFirst =
        request.resourceType() === "script" && html.includes(new URL(request.url()).pathname);
      return isFirst ? packed((await (await request.response())?.text()) ?? "") : 0;
    });
    const fonts = countBytes(page, async (request) =>
      request.resourceType() === "font" ? sentBytes(request) : 0,
    );
    // Players' names may use any script.
    await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, path);
    for (const [type, bytes] of [
      ["script", await scripts()],
      ["font", await fonts()],
    ] as const) {
      const [least, most] = FIRST_LOAD[type];
      expect(bytes, type).toBeGreaterThan(least);
      expect(bytes, type).toBeLessThan(most);
    }
    if (path.startsWith("/en")) await expectSmallFirstScreen(page);
  });
}

/** The first screen of a page, and its bytes besides HTML and scripts. */
async function expectSmallFirstScreen(page: Page): Promise<void> {
  const { fonts, images } = await page.evaluate(async () => {
    const shown = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    await Promise.all(shown.map((image) => image.decode()));
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const isFirst = ({ startTime, name }: PerformanceResourceTiming) =>
      name.endsWith(".woff2") && startTime < (paint?.startTime ?? Infinity);
    const urls = new Set(shown.map(({ currentSrc }) => currentSrc));
    return {
      fonts: loaded.filter(isFirst).map(({ encodedBodySize }) => encodedBodySize),
      images: loaded
        .filter(({ name }) => urls.has(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  test
    .info()
    .annotations.push({ type: page.url(), description: JSON.stringify({ fonts, images }) });
  expect(fonts.length, "font files before the first paint").toBeLessThanOrEqual(1);
  expect(Math.max(0, ...fonts), "bytes of the font").toBeLessThanOrEqual(30 * kB);
  expect(images, "bytes of images").toBeLessThanOrEqual(60 * kB);
}

test("loads the search of the documentation on demand", async ({ page }) => {
  const bytes = countBytes(page, async (request) =>
    request.resourceType() === "script" || request.url().includes("/docs-search/")
      ? sentBytes(request)
      : 0,
  );
  await open(page, "/en/docs/head");
  const first = await bytes();
  await openSearch(page);
  await page.getByRole("combobox", { name: "Search the docs" }).fill("texture");
  // Popular pages, without highlighted matches, are there before.
  await expect(page.getByRole("option").locator("mark").first()).toBeVisible();
  const search = (await bytes()) - first;
  expect(search).toBeGreaterThan(10 * 1024);
  expect(search).toBeLessThan(60 * 1024);
});

/** The device's fonts may take the place of each other, which moves a line by less than a pixel. */
const MOST_SHIFT = 0.002;

/** Pages consist of the same blocks: each of these is opened in one of two widths, the next one in the other. */
const PAGES = [
  "/en/docs",
  "/en/docs/head",
  "/en/docs/profile",
  "/en/docs/moving",
  "/en/docs/views",
];

test("has no layout shifts in the documentation", async ({ page }) => {
  await watchShifts(page);
  for (const [at, path] of PAGES.entries()) {
    await page.setViewportSize({ width: at % 2 === 0 ? 390 : 1440, height: 900 });
    await open(page, path);
    expect.soft(await shiftOf(page), path).toBeLessThan(MOST_SHIFT);
  }
});

for (const width of [360, 1440]) {
  test(
    `has no layout shifts while pages load and search, ${width} pixels wide`,
    provoking("404 /api?username=Nobody_Here"),
    async ({ page, service }) => {
      expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      for (const id of ["Lantern_Lou", "PebblePenny", "Fifteen Letters"]) {
        await open(page, playerUrl(id));
        expect(await shiftOf(page), id).toBeLessThan(MOST_SHIFT);
        expect(await overhang(page), id).toBeLessThanOrEqual(0);
      }
      await open(page, "/en");
      await expect(page.getByRole("link", { name: "Bea" })).toBeVisible();
      await paste(page, "Lantern_Lou");
      await expectFound(page, "Lantern_Lou", "Java", "Bedrock");
      await paste(page, ".Mossy_Minnow");
      await expectFound(page, "Mossy Minnow", "Bedrock");
      await paste(page, "Nobody_Here");
      await expect(page.getByText("Check the spelling.")).toBeVisible();
      expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    },
  );
}

for (const path of ["/en", "/ar/player/Lantern_Lou", "/ru", "/pl/docs/head"]) {
  test(`moves nothing when fonts come late: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await watchShifts(page);
    const release = await holdBack(page, "**/*.woff2");
    const fonts: string[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "font") fonts.push(request.url());
    });
    await page.goto(path, { waitUntil: "commit" });
    await alive(page);
    await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    release();
    await expect.poll(() => fonts.length).toBe(/^\/(?:ar|ru|pl)/.test(path) ? 2 : 1);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
  });
}

/** Adds up the sizes of what the page loads from now on. */
function countBytes(page: Page, sizeOf: (request: Request) => Promise<number>) {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => sizes.push(sizeOf(request)));
  return async () => {
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: page.url(), description: `${bytes} bytes` });
    return bytes;
  };
}

async function sentBytes(request: Request): Promise<number> {
  return (await request.sizes()).responseBodySize;
}

/** Pages share their scripts. */
const packedSizes = new Map<string, number>();

/** The size of a text, compressed as the build compresses files. */
function packed(text: string): number {
  const size = packedSizes.get(text) ?? brotliCompressSync(text).length;
  packedSizes.set(text, size);
  return size;
}
