/**
 * For each pixel of a row `size` long, the pixel of a row `side` long that shows there: the one
 * that lies under the new pixel's centre, ⌊(i + ½) · side / size⌋. In whole numbers, so that no
 * rounding can move a border.
 */
export function nearestIndices(side: number, size: number): Uint16Array {
  return Uint16Array.from({ length: size }, (_, i) =>
    Math.floor(((2 * i + 1) * side) / (2 * size)),
  );
}
