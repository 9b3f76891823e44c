import type { DocsPage, DocsTexts } from "../page.ts";
import { capacity, type Day } from "./figures.ts";
import { cores, count, percent } from "./numbers.ts";

/** The cells of a row; the first one names it. */
type Row = readonly [name: string, ...cells: string[]];

function first(day: Day, page: DocsPage, { locale, text }: DocsTexts): string {
  return `${text(page.id, day.first)}: ${percent(locale, day.limits[day.first])}`;
}

/** Days of one process and one address. */
export function trafficRows(page: DocsPage, texts: DocsTexts): Row[] {
  const { locale } = texts;
  return capacity.direct.map((day) => [
    count(locale, day.requests),
    percent(locale, day.hits),
    percent(locale, day.stale),
    percent(locale, day.refused),
    count(locale, day.redisPerDay),
    cores(locale, day.coresAtPeak),
    first(day, page, texts),
  ]);
}

/** A busy day with more of something. */
export function additionRows(page: DocsPage, texts: DocsTexts): Row[] {
  const { locale, text } = texts;
  return capacity.additions.map((day) => [
    text(page.id, day.addition),
    count(locale, day.requests),
    percent(locale, day.hits),
    percent(locale, day.stale),
    percent(locale, day.refused),
    first(day, page, texts),
  ]);
}
