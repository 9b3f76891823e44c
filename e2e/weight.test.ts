import type { Locale } from "next-intl";
import { expect, test } from "vitest";
import { attributesIn, readPage } from "./support/html.ts";
import { pagesIn } from "./support/texts.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");

const kB = 1_000;

/** The most kilobytes of HTML of some pages, as it is and compressed. */
const PAGES = [
  ["the home page", everywhere("/"), 130, 20.2],
  ["a player", everywhere("/player/Lantern_Lou"), 127, 20.9],
  ["a player with many names", everywhere("/player/NameHopper"), 105, 19.5],
  ["the status page", everywhere("/status"), 87, 14.4],
  ["the documentation", docsIn("en"), 356, 26],
  ["the documentation, ja", docsIn("ja"), 367, 27.3],
] as const;

for (const [title, paths, mostHtml, mostPacked] of PAGES) {
  test(`sends little HTML: ${title}`, async () => {
    for (const path of paths) {
      const { html, status } = await readPage(service().url, path);
      const sizes = [Buffer.byteLength(html), await packed(path)] as const;
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
    for (const script of new Set(attributesIn(root, "script[src]:not([nomodule])", "src"))) {
      bytes += await packed(String(script));
    }
    // Less would mean that nothing was counted.
    expect(bytes, path).toBeGreaterThan(80 * kB);
    expect(bytes, path).toBeLessThanOrEqual(130 * kB);
  }
});

/** A page in languages of one, two and three bytes for a letter, and in one from right to left. */
function everywhere(path: string): string[] {
  return (["en", "ru", "ja", "ar"] as const).map((locale) =>
    `/${locale}${path}`.replace(/\/$/, ""),
  );
}

function docsIn(locale: Locale): string[] {
  return pagesIn(locale).map(({ path }) => path);
}

/** The size of a response in the smallest encoding. */
async function packed(path: string): Promise<number> {
  const response = await fetch(service().url + path, { headers: { "accept-encoding": "br" } });
  expect(response.headers.get("content-encoding"), path).toBe("br");
  await response.arrayBuffer();
  return Number(response.headers.get("content-length"));
}
