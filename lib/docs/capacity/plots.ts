import type { DocsPage, DocsTexts } from "../page.ts";

import { capacity, LIMITS, percent, type Day } from "./figures.ts";
import { powerOfTen, type Plot, type Series } from "./plot.ts";

/** The plots of the page about capacity; each has so many labels. */
export const plotIds = ["answers", "limits", "hits", "waits", "commands"] as const;
export type PlotId = (typeof plotIds)[number];

/** What is said in a plot. */
export interface PlotWords {
  title: string;
  xLabel: string;
  /** What each series is called, in their order. */
  labels: readonly string[];
  /** Of the language. */
  percent(share: number): string;
}

const LINES = ["java", "bedrock", "good", "caution", "muted"] as const;
const ANSWERS = ["good", "caution", "bad"] as const;
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** A plot of these days; of those behind a CDN where it compares them. */
export function plotOf(
  id: PlotId,
  { title, xLabel, labels, percent }: PlotWords,
  { direct, behindCdn }: { direct: readonly Day[]; behindCdn: readonly Day[] } = capacity,
): Plot {
  const shared = { title, xLabel, x: direct.map(({ requests }) => requests) };
  const shares = SHARES.map((at) => ({ at, label: percent(at) }));
  const series = (colors: readonly Series["color"][], values: number[][]): Series[] =>
    values.map((one, at) => ({
      label: labels[at] ?? "",
      values: one,
      color: colors[at] ?? "muted",
    }));
  const lines = (...values: number[][]) => series(LINES, values);
  const of = (value: (day: Day) => number, days = direct) => days.map(value);
  switch (id) {
    case "answers": {
      const kinds = [of((day) => day.fresh), of((day) => day.stale), of((day) => day.refused)];
      return { ...shared, kind: "areas", series: series(ANSWERS, kinds), ticks: shares };
    }
    case "limits": {
      const drawn = lines(...LIMITS.map((name) => of(({ limits }) => limits[name])));
      return { ...shared, kind: "lines", series: drawn, ticks: shares };
    }
    case "hits": {
      const drawn = lines(
        of(({ hits }) => hits),
        of(({ cdn }) => cdn, behindCdn),
      );
      return { ...shared, kind: "lines", series: drawn, ticks: shares };
    }
    case "waits": {
      const drawn = lines(
        of(({ waits }) => waits.p50),
        of(({ waits }) => waits.p95),
        of(({ waits }) => waits.p99),
      );
      const ticks = [0, 500, 1_000, 1_500, 2_000].map((at) => ({ at, label: `${at} ms` }));
      return { ...shared, kind: "lines", series: drawn, ticks };
    }
    case "commands": {
      const drawn = lines(of(({ redisPerDay }) => redisPerDay));
      const ticks = [4, 5, 6, 7, 8, 9].map((power) => ({
        at: 10 ** power,
        label: powerOfTen(power),
      }));
      return { ...shared, kind: "lines", series: drawn, ticks, isLog: true };
    }
  }
}

/** What a plot says in the words of a page. */
export function plotWords(
  [title = "", ...labels]: readonly string[],
  { id }: DocsPage,
  { locale, text }: Pick<DocsTexts, "locale" | "text">,
): PlotWords {
  return {
    title: text(id, title),
    labels: labels.map((label) => text(id, label)),
    xLabel: text(id, "requests"),
    percent: (share) => percent(locale, share),
  };
}
