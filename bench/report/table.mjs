/**
 * @typedef {object} Table
 * @property {string[]} columns
 * @property {string[][]} rows  The first cell says what the row is, all others are values.
 */

/**
 * A table in Markdown whose columns stand below each other, so that it reads as well in a terminal.
 *
 * @param {Table} table
 */
export function drawTable({ columns, rows }) {
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
