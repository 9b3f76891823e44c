import { brotliCompressSync, constants } from "node:zlib";
import type { Locale } from "next-intl";
import { expect, test } from "vitest";
import { routing } from "../lib/i18n/routing.ts";
import { attributesIn, readPage } from "./support/html.ts";
import { pagesIn } from "./support/texts.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");

const kB = 1_000;
/** How a server compresses a response, and how the build compresses files. */
const QUICK = 5;
const BEST = 11;

/** The most kilobytes of HTML of some pages, as it is and compressed. */
const PAGES = [
  ["the home page", everywhere("/"), 60, 14],
  ["a player", everywhere("/player/Lantern_Lou"), 90, 18],
  ["a player with many names", everywhere("/player/NameHopper"), 90, 18],
  ["the status page", everywhere("/status"), 75, 14],
  ["the documentation", docsIn("en"), 120, 20],
  ["the documentation, ja", docsIn("ja"), 125, 20],
] as const;

for (const [title, paths, mostHtml, mostPacked] of PAGES) {
  test(`sends little HTML: ${title}`, async () => {
    for (const path of paths) {
      const { html, status } = await readPage(service().url, path);
      const sizes = [Buffer.byteLength(html), packed(html, QUICK)] as const;
      expect(status, path).toBe(200);
      expect(sizes[0], path).toBeLessThanOrEqual(mostHtml * kB);
      expect(sizes[1], path).toBeLessThanOrEqual(mostPacked * kB);
    }
  });
}

test("needs at most 130 kB of JavaScript for a page of the documentation", async () => {
  for (const path of docsIn("en")) {
    const { root } = await readPage(service().url, path);
    let bytes = 0;
    for (const script of new Set(attributesIn(root, "meta[name=script]", "content"))) {
      bytes += packed(await (await fetch(service().url + script)).text(), BEST);
    }
    // Less would mean that nothing was counted.
    expect(bytes, path).toBeGreaterThan(80 * kB);
    expect(bytes, path).toBeLessThanOrEqual(130 * kB);
  }
});

/** A page in every language. */
function everywhere(path: string): string[] {
  return routing.locales.map((locale) => `/${locale}${path}`.replace(/\/$/, ""));
}

function docsIn(locale: Locale): string[] {
  return pagesIn(locale).map(({ path }) => path);
}

/** Pages share their scripts. */
const packedSizes = new Map<string, number>();

/** The size of a text, compressed with Brotli. */
function packed(text: string, quality: number): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const size = packedSizes.get(text) ?? brotliCompressSync(text, { params }).length;
  packedSizes.set(text, size);
  return size;
}
