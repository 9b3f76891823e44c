import { format } from "prettier";
import { coreCount, pinned } from "./machine.mjs";

/**
 * The result of a group of measurements.
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} about  Explains the rows.
 * @property {Record<string, string>[]} rows  Cells by column; the first is the row's title.
 * @property {string[]} [notes]
 * @property {Aim[]} [aims]
 *
 * @typedef {object} Aim
 * @property {string} aim
 * @property {string} measured
 * @property {boolean | undefined} met  Undefined when this machine cannot measure it.
 */

/**
 * An aim with an upper limit; `measured` is undefined or NaN when this machine cannot measure it.
 *
 * @param {string} aim
 * @param {number | undefined} measured
 * @param {number} most
 * @returns {Aim}
 */
export function atMost(aim, measured, most, unit = "") {
  const met = measured === undefined || Number.isNaN(measured) ? undefined : measured <= most;
  return { aim: `${aim}: at most ${most}${unit}`, measured: number(measured, unit), met };
}

/**
 * An aim with a lower limit: of a ratio, unless it has another unit.
 *
 * @param {string} aim
 * @param {number} measured
 * @param {number} least
 * @returns {Aim}
 */
export function atLeast(aim, measured, least, unit = " ×") {
  const met = measured >= least;
  return { aim: `${aim}: at least ${least}`, measured: number(measured, unit), met };
}

/**
 * A section as Markdown.
 *
 * @param {Section} section
 */
export function drawSection({ title, about, rows, notes = [] }) {
  return [`## ${title}`, about, drawTable(rows), ...notes].join("\n\n");
}

/**
 * The aims and what was measured.
 *
 * @param {readonly Section[]} sections
 */
export function drawAims(sections) {
  const rows = sections.flatMap(({ aims = [] }) =>
    aims.map(({ aim, measured, met }) => ({
      Aim: aim,
      Measured: measured,
      Met: met === undefined ? "cannot tell" : met ? "yes" : "no",
    })),
  );
  return rows.length === 0 ? "" : `## Aims\n\n${drawTable(rows)}`;
}

/**
 * The file for the documentation.
 *
 * @param {readonly Section[]} sections
 * @param {{ full: boolean }} options
 */
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

/**
 * A table in Markdown.
 *
 * @param {readonly Record<string, string>[]} rows
 */
function drawTable(rows) {
  const columns = Object.keys(rows[0] ?? {});
  const rule = columns.map((_, at) => (at === 0 ? "---" : "---:"));
  const lines = [columns, rule, ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * Aligns the columns of tables, for a terminal and as this repository has its files.
 *
 * @param {string} markdown
 */
export const aligned = (markdown) => format(markdown, { parser: "markdown" });

/**
 * Three significant digits with thousands separators and a unit; a dash without a value.
 *
 * @param {number | undefined} value
 */
export function number(value, unit = "") {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const maximumFractionDigits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits }) + unit;
}

/** @param {number | undefined} value */
export function times(value) {
  return number(value, " ×");
}

/** @param {number | undefined} value */
export function milliseconds(value) {
  return number(value, " ms");
}

/**
 * The middle value, or the mean of the two in the middle.
 *
 * @param {readonly number[]} values
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
