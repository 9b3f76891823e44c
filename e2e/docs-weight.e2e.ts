import type { Page } from "playwright/test";
import { BUILT_FOR } from "./support/docs.ts";
import { expect, test } from "./support/test.ts";

test.use({ variables: { PUBLIC_URL: BUILT_FOR } });

const MOST_SCRIPT_BYTES = 180 * 1024;
/** The program of the search and its index, which come when somebody first searches. */
const MOST_SEARCH_BYTES = 90 * 1024;

for (const path of ["/en/docs", "/en/docs/head", "/en/docs/profile"]) {
  test(`sends at most 180 kB of JavaScript for ${path}, and its search when it is wanted`, async ({
    page,
  }) => {
    const bytes = countBytes(page);
    await page.goto(path, { waitUntil: "networkidle" });
    const first = await bytes();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search the docs" }).fill("texture");
    await expect(page.getByRole("option").first()).toBeVisible();
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
