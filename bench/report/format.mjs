/**
 * Three digits that count, with thousands apart.
 *
 * @param {number | undefined} value
 */
export function number(value) {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** @param {number | undefined} value */
export function times(value) {
  return value === undefined || !Number.isFinite(value) ? "–" : `${number(value)} ×`;
}

/** @param {number | undefined} value */
export function milliseconds(value) {
  return value === undefined || !Number.isFinite(value) ? "–" : `${number(value)} ms`;
}
