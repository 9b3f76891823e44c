import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { docsDates } from "../../scripts/docs-dates.mjs";
import { everyLanguage } from "./catalogues.fixture.ts";
import { imageUrl, pictureOf } from "./gallery.ts";
import { docsPath, isPage, localHref, slugAt, slugs } from "./pages.ts";
import { loadPages } from "./source.ts";

it("finds every page at its own URL", () => {
  expect(new Set(slugs.map(docsPath)).size).toBe(slugs.length);
  for (const slug of slugs) {
    const segments = docsPath(slug).split("/").slice(2);
    expect(slugAt(segments)).toBe(slug);
  }
  expect(slugAt()).toBe("index");
  for (const segments of [["nowhere"], ["index"], ["head", "nowhere"], [""]])
    expect(slugAt(segments)).toBeUndefined();
});

it("links to pages in the language of the text, and elsewhere as written", () => {
  expect(localHref("/docs/errors#not-found", "pt-BR")).toBe("/pt-BR/docs/errors#not-found");
  expect(localHref("/docs", "ar")).toBe("/ar/docs");
  expect(localHref("/", "pt-BR")).toBe("/pt-BR");
  expect(localHref("/list", "pt-BR")).toBe("/pt-BR/list");
  for (const href of ["/openapi.json", "/docs-samples/curl", "https://example.org/?a=1&b=2"]) {
    expect(isPage(href)).toBe(false);
    expect(localHref(href, "pt-BR")).toBe(href);
  }
});

it("states the size of each image file", async () => {
  const blocks = (await loadPages("en")).flatMap((page) => page.blocks);
  const files = blocks.flatMap((block) => (block.kind === "Picture" ? [block.file] : []));
  expect(files).not.toEqual([]);
  for (const file of files) {
    const png = readFileSync(path.resolve(`public${imageUrl(file)}`));
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(pictureOf(file)).toEqual({ file, width, height });
  }
});

it("has past dates, or none", () => {
  for (const [locale, dates] of Object.entries(docsDates())) {
    expect(everyLanguage).toContainEqual([locale]);
    for (const [slug, date] of Object.entries(dates)) {
      expect(slugs).toContain(slug);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    }
  }
});
