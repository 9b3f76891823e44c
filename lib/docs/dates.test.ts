import { expect, it } from "vitest";
import { docsDates, pagesIn } from "../../scripts/docs-dates.mjs";
import { everyLanguage } from "./catalogues.fixture.ts";
import { docsPages } from "./pages.ts";

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
