import type { Page } from "playwright/test";
import { openSearch } from "./support/docs.ts";
import { expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt });

const MOST_SCRIPT_BYTES = 180 * 1024;
/** The program of the search and its index, which come when somebody first searches. */
const MOST_SEARCH_BYTES = 45 * 1024;

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
