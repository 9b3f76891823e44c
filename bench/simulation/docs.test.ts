import path from "node:path";
import { describe, expect, it } from "vitest";
import { capacity } from "../../site/docs/capacity/figures.ts";
import { everyLanguage, sectionOf } from "../../site/docs/catalogues.fixture.ts";
import { loadPage } from "../../site/docs/source.ts";
import { documents } from "./docs.ts";
import { PER_ADDRESS } from "./figures.ts";

const LARGEST_PLOT = 15_000;

it("what the documentation shows is what was simulated", async () => {
  for (const [file, text] of Object.entries(await documents(capacity))) {
    await expect(text).toMatchFileSnapshot(path.resolve(file));
    if (file.endsWith(".svg")) expect(Buffer.byteLength(text), file).toBeLessThan(LARGEST_PLOT);
  }
});

it("a billion requests a day reach no limit", () => {
  const day = capacity.additions.find(({ addition }) => addition === "addresses160");
  expect(day?.requests).toBe(1e9);
  expect(Math.max(...Object.values(day?.limits ?? { none: 1 }))).toBeLessThan(0.8);
  // As the documentation says in words.
  expect(day?.limits.redis).toBeLessThan(0.5);
});

describe("what providers carry is said in numbers", () => {
  const numbers = Object.values(PER_ADDRESS).map(String);

  it.each(everyLanguage)("%s", async (locale) => {
    const text = sectionOf(await loadPage(locale, "capacity"), "limits");
    expect(text.match(/\d+/g)?.join()).toContain(numbers.join());
  });
});
