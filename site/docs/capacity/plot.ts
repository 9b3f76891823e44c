import { markup, type Html } from "../../../lib/markup.ts";
import type { DocsTexts } from "../texts.ts";
import { capacity, LIMITS, percent, type Day } from "./figures.ts";

/** The plots of the page about capacity. */
export const plotIds = ["answers", "limits", "hits", "waits", "commands"] as const;
export type PlotId = (typeof plotIds)[number];

/** A line of a plot, or an area on top of those before it. */
interface Series {
  label: string;
  values: readonly number[];
  /** A colour of the site. */
  color: "java" | "bedrock" | "good" | "caution" | "bad" | "muted";
}

interface Plot {
  /** What it shows, for those who do not see it. */
  title: string;
  kind: "lines" | "areas";
  /** Requests a day; on a logarithmic scale. */
  x: readonly number[];
  xLabel: string;
  series: readonly Series[];
  /** Values of the vertical axis that have a line and a label, from the lowest to the highest. */
  ticks: readonly { at: number; label: string }[];
  /** Whether that axis is logarithmic, too. */
  isLog?: boolean;
}

type Words = DocsTexts["labels"]["capacity"];

/**
 * The values of the series on a day, and on the same day behind a CDN, and what the series are called. By default,
 * they are shares.
 */
interface Curves extends Partial<Pick<Plot, "kind" | "ticks" | "isLog">> {
  values: (day: Day, behindCdn: Day) => readonly number[];
  labels: (words: Words) => readonly string[];
}

const curves: Readonly<Record<PlotId, Curves>> = {
  answers: {
    kind: "areas",
    values: ({ fresh, stale, refused }) => [fresh, stale, refused],
    labels: ({ fresh, stale, refused }) => [fresh, stale, refused],
  },
  limits: {
    values: ({ limits }) => LIMITS.map((name) => limits[name]),
    labels: ({ limits }) => LIMITS.map((name) => limits[name]),
  },
  hits: {
    values: ({ hits }, { cdn }) => [hits, cdn],
    labels: ({ sources: { direct, cdn } }) => [direct, cdn],
  },
  waits: {
    values: ({ waits: { p50, p95, p99 } }) => [p50, p95, p99],
    labels: ({ waits: { p50, p95, p99 } }) => [p50, p95, p99],
    ticks: [0, 500, 1_000, 1_500, 2_000].map((at) => ({ at, label: `${at} ms` })),
  },
  commands: {
    values: ({ redisPerDay }) => [redisPerDay],
    labels: ({ commands }) => [commands],
    ticks: [4, 5, 6, 7, 8, 9].map((power) => ({ at: 10 ** power, label: powerOfTen(power) })),
    isLog: true,
  },
};
const SERIES_COLORS = {
  lines: ["java", "bedrock", "good", "caution", "muted"],
  areas: ["good", "caution", "bad"],
} as const;

/** A plot of these days, in the words of a language. */
export function plotOf(
  id: PlotId,
  { locale, labels }: { locale: string; labels: { capacity: Words } },
  { direct, behindCdn }: { direct: readonly Day[]; behindCdn: readonly Day[] } = capacity,
): Plot {
  const shares = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: percent(locale, at) }));
  const { kind = "lines", ticks = shares, isLog = false, ...curve } = curves[id];
  const points = direct.map((day, at) => curve.values(day, behindCdn[at] ?? day));
  return {
    title: labels.capacity.plots[id],
    xLabel: labels.capacity.requests,
    x: direct.map(({ requests }) => requests),
    kind,
    series: curve.labels(labels.capacity).map((label, at) => ({
      label,
      values: points.flatMap((point) => point[at] ?? []),
      color: SERIES_COLORS[kind][at] ?? "muted",
    })),
    ticks,
    isLog,
  };
}

const WIDTH = 360;
const [LEFT, RIGHT, TOP, HEIGHT] = [58, 12, 10, 170];
const BOTTOM = TOP + HEIGHT;
const LEGEND = BOTTOM + 44;
const ROW = 19;
/** Lines can be distinguished without their colours, too. */
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 4"];

/** Draws a plot; its colours are the variables of the site's theme. */
export function drawPlot({ title, kind, x, xLabel, series, ticks, isLog = false }: Plot): Html {
  const [first = 1, last = 1] = [x.at(0), x.at(-1)];
  const along = axis(Math.log10, first, last);
  const up = axis(isLog ? Math.log10 : Number, ticks.at(0)?.at ?? 0, ticks.at(-1)?.at ?? 1);
  const left = (value: number) => round(LEFT + along(value) * (WIDTH - LEFT - RIGHT));
  const top = (value: number) => round(BOTTOM - up(value) * HEIGHT);
  const point = (index: number, value: number) => [left(x[index] ?? 1), top(value)] as const;

  const marks = series.map(({ values, color }, at) => {
    if (kind === "lines") {
      const points = values.map((value, index) => point(index, value));
      const dots = points.map(
        ([cx, cy]) => markup`<circle cx="${cx}" cy="${cy}" r="2.5" fill="var(--color-${color})"/>`,
      );
      return markup`<polyline points="${points.join(" ")}" fill="none" stroke="var(--color-${color})" stroke-width="2" stroke-dasharray="${DASHES[at] ?? ""}"/>${dots}`;
    }
    const below = (index: number) =>
      series.slice(0, at).reduce((sum, other) => sum + (other.values[index] ?? 0), 0);
    const upper = values.map((value, index) => point(index, below(index) + value));
    const lower = values.map((_, index) => point(index, below(index))).toReversed();
    return markup`<polygon points="${[...upper, ...lower].join(" ")}" fill="var(--color-${color})" stroke="var(--color-line)"/>`;
  });

  const grid = ticks.map(({ at, label }) => {
    const y = top(at);
    return markup`<path d="M${LEFT} ${y}H${WIDTH - RIGHT}" stroke="var(--color-line)"/><text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${label}</text>`;
  });
  const powers: Html[] = [];
  for (let power = Math.ceil(Math.log10(first)); power <= Math.log10(last); power += 1) {
    powers.push(
      markup`<text x="${left(10 ** power)}" y="${BOTTOM + 16}" text-anchor="middle">${powerOfTen(power)}</text>`,
    );
  }
  const legend = series.map(({ label, color }, at) => {
    const y = LEGEND + at * ROW;
    const style =
      kind === "lines"
        ? markup`stroke-width="2" stroke-dasharray="${DASHES[at] ?? ""}"`
        : markup`stroke-width="10"`;
    return markup`<path d="M${LEFT} ${y - 4}h24" stroke="var(--color-${color})" ${style}/><text x="${LEFT + 32}" y="${y}">${label}</text>`;
  });
  const height = LEGEND + (series.length - 1) * ROW + 8;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="docs-plot" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" direction="ltr" font-size="12" fill="var(--color-ink)">${grid}${marks}${powers}<text x="${WIDTH - RIGHT}" y="${BOTTOM + 31}" text-anchor="end" fill="var(--color-muted)">${xLabel}</text>${legend}</svg>`;
}

/** The place of a value between the ends of an axis, from 0 to 1. */
function axis(scale: (value: number) => number, first: number, last: number) {
  const length = scale(last) - scale(first);
  return (value: number) =>
    length === 0 ? 0.5 : (scale(Math.min(last, Math.max(first, value))) - scale(first)) / length;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A power of ten, as the axes have it. */
function powerOfTen(exponent: number): string {
  return `10${String(exponent).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "")}`;
}

/** The colours of the site, for a file of its own; see `app/globals.css`. */
const COLORS = {
  line: ["#d6d1c4", "#383544"],
  ink: ["#1e1c26", "#f3f1f7"],
  muted: ["#5a5663", "#b3afc0"],
  java: ["#9b3d10", "#f2a077"],
  bedrock: ["#14606e", "#74c9d8"],
  good: ["#1d6238", "#7fd3a0"],
  caution: ["#7a4a00", "#f6cd7d"],
  bad: ["#a32020", "#ff9d92"],
} as const;

/** The plot as a file that follows the theme of its reader. */
export function plotFile(plot: Plot): string {
  const variables = (index: 0 | 1) =>
    Object.entries(COLORS)
      .map(([name, pair]) => `--color-${name}:${pair[index]}`)
      .join(";");
  const style = `<style>svg{font-family:system-ui,sans-serif;${variables(0)}}@media(prefers-color-scheme:dark){svg{${variables(1)}}}</style>`;
  return `${drawPlot(plot).html.replace(/>/, `>${style}`)}\n`;
}
