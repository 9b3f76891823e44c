import { brotliCompressSync, constants } from "node:zlib";
import type { APIRequestContext, Page } from "playwright/test";
import { openSearch, pagesIn } from "./support/docs.ts";
import { attributesIn, readPage } from "./support/html.ts";
import { expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt });

/** The HTML of a page: uncompressed, and compressed as fast as a server does. */
const MOST_HTML = {
  en: { bytes: 120_000, packed: 20_000 },
  ja: { bytes: 160_000, packed: 28_000 },
};
const QUICK = 5;
/** The scripts of a page, compressed at the highest level. */
const MOST_SCRIPT_BYTES = 130_000;
const BEST = 11;
/** The code and the index of the search, which are loaded on first use. */
const MOST_SEARCH_BYTES = 45 * 1024;

for (const locale of ["en", "ja"] as const) {
  const most = MOST_HTML[locale];

  test(`sends at most ${most.bytes / 1000} kB of HTML for a page, ${most.packed / 1000} kB packed: ${locale}`, async ({
    request,
  }) => {
    for (const { path } of pagesIn(locale)) {
      const html = await bytesOf(request, path);
      const packed = packedSize(html, QUICK);
      test.info().annotations.push({ type: path, description: `${html.length}, ${packed} bytes` });
      expect(html.length, path).toBeLessThanOrEqual(most.bytes);
      expect(packed, path).toBeLessThanOrEqual(most.packed);
    }
  });
}

test("needs at most 130 kB of compressed JavaScript for a page", async ({ request }) => {
  const sizes = new Map<string, number>();
  for (const { path } of pagesIn("en")) {
    const { root } = await readPage(request, path);
    const scripts = new Set(attributesIn(root, "script[src]:not([nomodule])", "src"));
    let sum = 0;
    for (const script of scripts) {
      if (script === undefined) continue;
      const size = sizes.get(script) ?? packedSize(await bytesOf(request, script), BEST);
      sizes.set(script, size);
      sum += size;
    }
    test.info().annotations.push({ type: path, description: `${sum} bytes` });
    // Less would mean that nothing was counted.
    expect(sum, path).toBeGreaterThan(80_000);
    expect(sum, path).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  }
});

test("loads its search on demand", async ({ page }) => {
  const bytes = countBytes(page);
  await page.goto("/en/docs/head", { waitUntil: "networkidle" });
  const first = await bytes();
  await openSearch(page);
  await page.getByRole("combobox", { name: "Search the docs" }).fill("texture");
  // Popular pages, without highlighted matches, are there before.
  await expect(page.getByRole("option").locator("mark").first()).toBeVisible();
  const search = (await bytes()) - first;
  expect(search).toBeGreaterThan(10 * 1024);
  expect(search).toBeLessThan(MOST_SEARCH_BYTES);
});

for (const path of ["/docs-search/ja", "/llms-full.txt", "/en/docs/profile.md"]) {
  test(`compresses ${path} for clients that accept it`, async ({ request }) => {
    const packed = await request.get(path, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers()["content-encoding"]).toBe("gzip");
    expect(packed.headers()["vary"]).toContain("Accept-Encoding");
    const plain = await request.get(path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers()).not.toHaveProperty("content-encoding");
    expect(await packed.text()).toBe(await plain.text());
  });
}

/** The response body of a URL, uncompressed. */
async function bytesOf(request: APIRequestContext, url: string): Promise<Buffer> {
  const response = await request.get(url);
  expect(response.status(), url).toBe(200);
  return response.body();
}

function packedSize(bytes: Buffer, quality: number): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    .length;
}

/** How many bytes of scripts, and of data that they fetch for the search, have been received. */
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
