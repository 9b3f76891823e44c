import { coreCount, pinned } from "../machine/cores.mjs";
import { drawTable } from "./table.mjs";

/**
 * What a group of measurements gives.
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} about  What the rows mean.
 * @property {import("./table.mjs").Table} table
 * @property {string[]} [notes]
 * @property {Aim[]} [aims]
 *
 * @typedef {object} Aim
 * @property {string} aim
 * @property {string} measured
 * @property {boolean | undefined} met  Undefined when it cannot be told on this machine.
 */

/**
 * A section as Markdown.
 *
 * @param {Section} section
 */
export function drawSection({ title, about, table, notes = [] }) {
  return [`## ${title}`, about, drawTable(table), ...notes].join("\n\n");
}

/**
 * What was aimed at, and what came out.
 *
 * @param {readonly Section[]} sections
 */
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

/**
 * The file that the documentation includes.
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
