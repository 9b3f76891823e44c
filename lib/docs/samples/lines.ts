/** The length from which a line of a sample is broken where possible, so that few scroll sideways. */
const LINE = 80;

/**
 * `start` + items + `end`: on one line if that is short, else one item per line.
 * @param indent Of the items of a broken list.
 */
export function list(start: string, items: readonly string[], end: string, indent: string): string {
  const oneLine = start + items.join(", ") + end;
  if (oneLine.length <= LINE) return oneLine;
  return [start.trimEnd(), ...items.map((item) => `${indent}${item},`), end.trimStart()].join("\n");
}

/** Joins lines, without those that are `false`, and ends with a line break. */
export function lines(...parts: readonly (string | false | readonly string[])[]): string {
  return `${parts
    .flat()
    .filter((part) => part !== false)
    .join("\n")}\n`;
}

/** A text as a string of JavaScript, Python, Java and Go. */
export const doubleQuoted = (text: string): string => JSON.stringify(text);

/** A text as a string of PHP. */
export function phpString(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

/** A text as one word of any POSIX shell. */
export function shellString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
