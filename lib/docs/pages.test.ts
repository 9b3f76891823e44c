import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { docsDates, pagesIn } from "../../scripts/docs-dates.mjs";
import { errorCodes } from "../contract/errors.ts";
import { base, catalogueOf, everyLanguage, textsOf } from "./catalogues.fixture.ts";
import { linkTarget, docsPageAt, docsPages } from "./pages.ts";
import { docsPath, errorAnchor, imageUrl, type DocsPage } from "./page.ts";

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

it("uses on each page each of its messages once, and no others", () => {
  const { DocsPages } = catalogueOf("en");
  const said = docsPages.map(({ id, blocks }) => {
    const keys = blocks.flatMap((block) => {
      if (block.kind === "schemes") return [...block.columns, ...Object.values(block.words)];
      if ("columns" in block) return [...block.columns, ...("rows" in block ? block.rows : [])];
      return "text" in block ? [block.text] : [];
    });
    return [id, [...keys, "title", "description"].toSorted()];
  });
  const written = docsPages.map(({ id }) => [id, Object.keys(DocsPages[id]).toSorted()]);
  expect(said).toEqual(written);
});

it("has unique anchors of plain characters on each page", () => {
  const wrong = docsPages.flatMap((page) =>
    anchorsOf(page)
      .filter((anchor, at, all) => !/^[a-z][a-z0-9-]*$/.test(anchor) || all.indexOf(anchor) !== at)
      .map((anchor) => `${page.id}: ${anchor}`),
  );
  expect(wrong).toEqual([]);
});

it("has no heading of the third level before one of the second", () => {
  const wrong = docsPages.filter(({ blocks }) => {
    const first = blocks.find((block) => block.kind === "heading");
    return first !== undefined && first.level !== 2;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

it.each(everyLanguage)("has no broken links: %s", (locale) => {
  const { text } = textsOf(locale);
  const broken = docsPages.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "prose" || block.kind === "note"
        ? linksIn(text(id, block.text))
            .filter(isBroken)
            .map((target) => `${id}.${block.text}: ${target}`)
        : [],
    ),
  );
  expect(broken).toEqual([]);
});

it.each(everyLanguage)("uses the service's URL in texts where English does: %s", (locale) => {
  const { text } = textsOf(locale);
  const { DocsPages } = catalogueOf("en");
  const wrong = docsPages.filter(({ id, blocks }) => {
    const said = blocks.flatMap((block) => ("text" in block ? [text(id, block.text)] : []));
    const isMeant = JSON.stringify(DocsPages[id]).includes("{base}");
    return said.some((one) => /\{\w+\}/.test(one)) || said.join("\n").includes(base) !== isMeant;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
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

/** Whether there is no such anchor; without such a page, it throws. */
function isBroken(target: string): boolean {
  const { kind } = linkTarget(target);
  const [name, anchor] = target.split("#");
  if (kind !== "page" || anchor === undefined) return false;
  const page = docsPages.find(({ id }) => id === name);
  return page === undefined || !anchorsOf(page).includes(anchor);
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
