import type { Page } from "playwright/test";
import { expect, provoking, settings, test } from "./support/test.ts";
import { openSearch } from "./support/docs.ts";
import { searchBox, shiftOf, suggestionsOf, watchShifts } from "./support/page.ts";

test.use({ variables: settings.asBuilt });

const MOST_HOME_BYTES = 170 * 1024;
const MOST_SCRIPT_BYTES = 180 * 1024;
/** The program of the search and its index, which come when somebody first searches. */
const MOST_SEARCH_BYTES = 45 * 1024;
const MOST_SHIFT = 0.02;

test("sends at most 170 kB of JavaScript for the home page and a search on it", async ({
  page,
}) => {
  const count = countBytes(page);
  await page.goto("/en", { waitUntil: "networkidle" });
  await searchBox(page).fill("Lantern_Lou");
  await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
  const bytes = await count();
  // Less would mean that nothing was counted.
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThan(MOST_HOME_BYTES);
});

for (const width of [360, 1440]) {
  test(
    `moves nothing while it loads and answers, ${width} pixels wide`,
    provoking("404 /api?username=Nobody_Here"),
    async ({ page, service }) => {
      expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto("/en", { waitUntil: "networkidle" });
      await searchBox(page).fill("Lantern_Lou");
      await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
      await searchBox(page).fill("Nobody_Here");
      await expect(page.getByText("Neither edition knows this player.")).toBeVisible();
      expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
    },
  );
}

for (const path of ["/en/docs", "/en/docs/head", "/en/docs/profile"]) {
  test(`sends at most 180 kB of JavaScript for ${path}, and its search when it is wanted`, async ({
    page,
  }) => {
    const bytes = countBytes(page);
    await page.goto(path, { waitUntil: "networkidle" });
    const first = await bytes();
    await openSearch(page);
    await page.getByRole("combobox", { name: "Search the docs" }).fill("texture");
    // Popular pages, without a mark, are there before.
    await expect(page.getByRole("option").locator("mark").first()).toBeVisible();
    const search = (await bytes()) - first;
    for (const [type, size] of [
      ["page", first],
      ["search", search],
    ] as const) {
      test.info().annotations.push({ type, description: `${Math.round(size / 1024)} kB` });
    }
    // Less would mean that nothing was counted.
    expect(first).toBeGreaterThan(100 * 1024);
    expect(first).toBeLessThan(MOST_SCRIPT_BYTES);
    expect(search).toBeGreaterThan(10 * 1024);
    expect(search).toBeLessThan(MOST_SEARCH_BYTES);
  });
}

for (const path of ["/docs-search/ja", "/llms-full.txt", "/en/docs/profile.md"]) {
  test(`packs ${path} for who can unpack it`, async ({ request }) => {
    const packed = await request.get(path, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers()["content-encoding"]).toBe("gzip");
    expect(packed.headers()["vary"]).toContain("Accept-Encoding");
    const plain = await request.get(path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers()).not.toHaveProperty("content-encoding");
    expect(await packed.text()).toBe(await plain.text());
  });
}

/** How many bytes of programs, and of what they fetch to search, have come so far. */
function countBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    const isCounted =
      request.resourceType() === "script" || request.url().includes("/docs-search/");
    if (!isCounted) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
