/** The length from which a line of a sample is broken where possible, so that few scroll sideways. */
const LINE = 80;

export interface ListStyle {
  /** White space between the brackets and the items of a list on one line. */
  padding: string;
  /** Indentation of the items of a broken list. */
  indent: string;
}

/** `before` + items + `after`: on one line if that is short, else one item per line. */
export function list(
  before: string,
  items: readonly string[],
  after: string,
  { padding, indent }: ListStyle,
): string {
  const oneLine = `${before}${padding}${items.join(", ")}${padding}${after}`;
  if (oneLine.length <= LINE) return oneLine;
  const broken = items.map((item) => `${indent}${item},`);
  return [before, ...broken, after].join("\n");
}

/** Joins lines, without those that are `false`, and ends with a line break. */
export function lines(...parts: readonly (string | false)[]): string {
  return `${parts.filter((part) => part !== false).join("\n")}\n`;
}

/** A text as a string of JavaScript, Python, Java and Go. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

/** A text as a string of PHP. */
export function phpString(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

/** A text as one word of any POSIX shell. */
export function shellString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
