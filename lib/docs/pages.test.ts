import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { docsDates, pagesIn } from "../../scripts/docs-dates.mjs";
import { errorCodes } from "../contract/errors.ts";
import { base, catalogueOf, everyLanguage, textsOf } from "./catalogues.fixture.ts";
import { linkTarget, docsPageAt, docsPages } from "./pages.ts";
import { docsPath, errorAnchor, imageUrl, type DocsPage } from "./page.ts";

const everyPage = docsPages.map((page) => [page.id, page] as const);

it("finds every page at its own URL", () => {
  const paths = docsPages.map((page) => docsPath(page));
  expect(new Set(paths).size).toBe(docsPages.length);
  expect(docsPages.map(({ slug }) => docsPageAt(slug))).toEqual(docsPages);
  expect(docsPageAt("nowhere")).toBeUndefined();
});

it("has a page for all messages, and no messages without a page", () => {
  const { DocsPages } = catalogueOf("en");
  expect(docsPages.map(({ id }) => id).toSorted()).toEqual(Object.keys(DocsPages).toSorted());
});

describe.each(everyPage)("the page %s", (id, page) => {
  it("uses each of its messages once, and no others", () => {
    const said = page.blocks.flatMap((block) => {
      if (block.kind === "schemes") return [...block.columns, ...Object.values(block.words)];
      if ("columns" in block) return [...block.columns, ...("rows" in block ? block.rows : [])];
      return "text" in block ? [block.text] : [];
    });
    const written = Object.keys(catalogueOf("en").DocsPages[id]);
    expect([...said, "title", "description"].toSorted()).toEqual(written.toSorted());
  });

  it("has unique anchors of plain characters", () => {
    const anchors = anchorsOf(page);
    expect(new Set(anchors).size).toBe(anchors.length);
    for (const anchor of anchors) expect(anchor).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  it("has no heading of the third level before one of the second", () => {
    const levels = page.blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
    expect(levels[0] ?? 2).toBe(2);
  });

  it.each(everyLanguage)("has no broken links: %s", (locale) => {
    const { text } = textsOf(locale);
    for (const block of page.blocks) {
      if (block.kind !== "prose" && block.kind !== "note") continue;
      for (const target of linksIn(text(page.id, block.text))) expectTarget(target);
    }
  });

  it.each(everyLanguage)("uses the service's URL in texts: %s", (locale) => {
    const { text } = textsOf(locale);
    const said = page.blocks.flatMap((block) =>
      "text" in block ? [text(page.id, block.text)] : [],
    );
    expect(said.filter((one) => /\{\w+\}/.test(one))).toEqual([]);
    const isMeant = JSON.stringify(catalogueOf("en").DocsPages[id]).includes("{base}");
    expect(said.join("\n").includes(base)).toBe(isMeant);
  });
});

it("explains every error code in a section of its own", () => {
  const errors = docsPages.find(({ id }) => id === "errors");
  const anchors = errors === undefined ? [] : anchorsOf(errors);
  expect(anchors).toEqual(expect.arrayContaining(errorCodes.map(errorAnchor)));
});

it("rejects a link to a missing page", () => {
  expect(() => linkTarget("nowhere#at-all")).toThrow("No page of the documentation");
});

function anchorsOf({ blocks }: DocsPage): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "heading") return [block.id];
    return block.kind === "fields" ? [`fields-${block.schema.toLowerCase()}`] : [];
  });
}

function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
}

/** Expects the page and its anchor to exist. */
function expectTarget(target: string): void {
  const { kind } = linkTarget(target);
  const [name, anchor] = target.split("#");
  if (kind !== "page" || anchor === undefined) return;
  const page = docsPages.find(({ id }) => id === name);
  expect(page === undefined ? [] : anchorsOf(page), target).toContain(anchor);
}

it("states the size of each image file", () => {
  const images = docsPages
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.kind === "image");
  expect(images).not.toEqual([]);
  for (const { file, width, height } of images) {
    const png = readFileSync(path.resolve(`public${imageUrl(file)}`));
    expect([file, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([file, width, height]);
  }
});

const ids = docsPages.map(({ id }) => id).toSorted();

it.each(everyLanguage)("finds the lines of every page: %s", (locale) => {
  expect(Object.keys(pagesIn(`messages/${locale}.json`)).toSorted()).toEqual(ids);
});

it("has past dates, or none", () => {
  for (const [locale, dates] of Object.entries(docsDates())) {
    expect(everyLanguage).toContainEqual([locale]);
    for (const [page, date] of Object.entries(dates)) {
      expect(ids).toContain(page);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    }
  }
});
