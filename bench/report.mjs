import { coreCount, pinned } from "./machine.mjs";

/**
 * What a group of measurements gives.
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} about  What the rows mean.
 * @property {{ columns: string[], rows: string[][] }} table  The first cell says what the row is.
 * @property {string[]} [notes]
 * @property {Aim[]} [aims]
 *
 * @typedef {object} Aim
 * @property {string} aim
 * @property {string} measured
 * @property {boolean | undefined} met  Undefined when it cannot be told on this machine.
 */

/** An aim that is met by less; `measured` undefined when it cannot be told on this machine. */
export function atMost(aim, measured, most, unit) {
  return {
    aim: `${aim}: at most ${most}${unit}`,
    measured: measured === undefined ? "–" : `${number(measured)}${unit}`,
    met: measured === undefined ? undefined : measured <= most,
  };
}

/** An aim that is met by a greater ratio. */
export function atLeast(aim, ratio, least) {
  return { aim: `${aim}: at least ${least}`, measured: times(ratio), met: ratio >= least };
}

/** A section as Markdown. */
export function drawSection({ title, about, table, notes = [] }) {
  return [`## ${title}`, about, drawTable(table), ...notes].join("\n\n");
}

/** What was aimed at, and what came out. */
export function drawAims(sections) {
  const aims = sections.flatMap((section) => section.aims ?? []);
  if (aims.length === 0) return "";
  const rows = aims.map(({ aim, measured, met }) => [
    aim,
    measured,
    met === undefined ? "cannot tell" : met ? "yes" : "no",
  ]);
  return `## Aims\n\n${drawTable({ columns: ["Aim", "Measured", "Met"], rows })}`;
}

/** The file that the documentation includes. */
export function drawReport(sections, { full }) {
  const date = new Date().toISOString().slice(0, 10);
  const where = `${coreCount} ${coreCount === 1 ? "core" : "cores"}`;
  const apart = pinned
    ? "servers on one core, the load on another"
    : "servers and load share the cores";
  return `# Benchmarks

Written by \`npm run bench${full ? " -- --full" : ""}\` on ${date} with Node ${process.version} on ${where}, over
loopback, ${apart}. Every provider is the sandbox.

**Only ratios mean something.** What is compared was measured in turn within one run, and the median
taken; the same figures on another machine, or on this one at another time, may be twice as high.

${[...sections.map(drawSection), drawAims(sections)].filter(Boolean).join("\n\n")}
`;
}

/** A table in Markdown whose columns stand below each other, for a terminal too. */
function drawTable({ columns, rows }) {
  const widths = columns.map((column, index) =>
    Math.max(4, ...[column, ...rows.map((row) => row[index] ?? "")].map((cell) => cell.length)),
  );
  const pad = (cell, index) =>
    index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]);
  const line = (cells) => `| ${cells.map(pad).join(" | ")} |`;
  const rule = widths.map((width, index) =>
    index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(columns), line(rule), ...rows.map(line)].join("\n");
}

/** Three significant digits, with thousands apart. */
export function number(value) {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

export function times(value) {
  return value === undefined || !Number.isFinite(value) ? "–" : `${number(value)} ×`;
}

export function milliseconds(value) {
  return value === undefined || !Number.isFinite(value) ? "–" : `${number(value)} ms`;
}

/** The middle value. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
