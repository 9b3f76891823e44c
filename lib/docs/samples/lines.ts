/** The longest line of a sample that is broken where it can be, so that few scroll sideways. */
const LINE = 80;

export interface ListStyle {
  /** Between the brackets and the items of a list on one line. */
  padding: string;
  /** Of the items of a list that is broken. */
  indent: string;
}

/** `before` + items + `after`: on one line while that is short, else one item a line. */
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

/** Joins lines, those left out with `false` aside; ends with a line's end. */
export function lines(...parts: readonly (string | false)[]): string {
  return `${parts.filter((part) => part !== false).join("\n")}\n`;
}
