import type { Block, DocsPage, DocsTexts } from "../page.ts";
import { capacity, LIMITS, percent, type Day } from "./figures.ts";
import { powerOfTen, type Plot } from "./plot.ts";

/** The plots of the page about capacity. */
export const plotIds = ["answers", "limits", "hits", "waits", "commands"] as const;
export type PlotId = (typeof plotIds)[number];

type Value = (day: Day) => number;

interface Curves {
  /** Areas show shares of a whole. */
  kind?: "areas";
  values: readonly Value[];
  /** Of the same days behind a CDN. */
  behindCdn?: readonly Value[];
  /** Left out: shares. */
  ticks?: Plot["ticks"];
  isLog?: true;
}

const curves: Readonly<Record<PlotId, Curves>> = {
  answers: {
    kind: "areas",
    values: [(day) => day.fresh, (day) => day.stale, (day) => day.refused],
  },
  limits: {
    values: LIMITS.map(
      (name): Value =>
        (day) =>
          day.limits[name],
    ),
  },
  hits: { values: [(day) => day.hits], behindCdn: [(day) => day.cdn] },
  waits: {
    values: [(day) => day.waits.p50, (day) => day.waits.p95, (day) => day.waits.p99],
    ticks: [0, 500, 1_000, 1_500, 2_000].map((at) => ({ at, label: `${at} ms` })),
  },
  commands: {
    values: [(day) => day.redisPerDay],
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
  const { kind = "lines", ticks = shares, isLog = false, ...drawn } = curves[plot];
  const values = [
    ...drawn.values.map((value) => direct.map(value)),
    ...(drawn.behindCdn ?? []).map((value) => behindCdn.map(value)),
  ];
  return {
    title: text(id, title),
    xLabel: text(id, "requests"),
    x: direct.map(({ requests }) => requests),
    kind,
    series: values.map((one, at) => ({
      label: text(id, labels[at] ?? ""),
      values: one,
      color: COLORS[kind][at] ?? "muted",
    })),
    ticks,
    isLog,
  };
}
