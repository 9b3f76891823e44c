import type { Block, DocsPage, DocsTexts } from "../page.ts";
import { capacity, LIMITS, percent, type Day } from "./figures.ts";
import { powerOfTen, type Plot } from "./plot.ts";

/** The plots of the page about capacity. */
export const plotIds = ["answers", "limits", "hits", "waits", "commands"] as const;
export type PlotId = (typeof plotIds)[number];

interface Curves {
  /** Areas show shares of a whole. */
  kind?: "areas";
  values: (day: Day) => readonly number[];
  /** Of the same days behind a CDN. */
  behindCdn?: (day: Day) => number;
  /** Left out: shares. */
  ticks?: Plot["ticks"];
  isLog?: true;
}

const curves: Readonly<Record<PlotId, Curves>> = {
  answers: { kind: "areas", values: ({ fresh, stale, refused }) => [fresh, stale, refused] },
  limits: { values: ({ limits }) => LIMITS.map((name) => limits[name]) },
  hits: { values: ({ hits }) => [hits], behindCdn: ({ cdn }) => cdn },
  waits: {
    values: ({ waits: { p50, p95, p99 } }) => [p50, p95, p99],
    ticks: [0, 500, 1_000, 1_500, 2_000].map((at) => ({ at, label: `${at} ms` })),
  },
  commands: {
    values: ({ redisPerDay }) => [redisPerDay],
    ticks: [4, 5, 6, 7, 8, 9].map((power) => ({ at: 10 ** power, label: powerOfTen(power) })),
    isLog: true,
  },
};
const COLORS = {
  lines: ["java", "bedrock", "good", "caution", "muted"],
  areas: ["good", "caution", "bad"],
} as const;

/** A plot of these days in the words of a page. */
export function plotOf(
  { plot, columns: [title, ...labels] }: Extract<Block, { kind: "plot" }>,
  { id }: DocsPage,
  { locale, text }: Pick<DocsTexts, "locale" | "text">,
  { direct, behindCdn }: { direct: readonly Day[]; behindCdn: readonly Day[] } = capacity,
): Plot {
  const shares = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: percent(locale, at) }));
  const { kind = "lines", ticks = shares, isLog = false, values, behindCdn: value } = curves[plot];
  const points = direct.map((day, at) => {
    const same = behindCdn[at];
    return [...values(day), ...(value && same ? [value(same)] : [])];
  });
  return {
    title: text(id, title),
    xLabel: text(id, "requests"),
    x: direct.map(({ requests }) => requests),
    kind,
    series: labels.map((label, at) => ({
      label: text(id, label),
      values: points.flatMap((point) => point[at] ?? []),
      color: COLORS[kind][at] ?? "muted",
    })),
    ticks,
    isLog,
  };
}
