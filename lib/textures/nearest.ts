/**
 * For each pixel of a row `size` long, the pixel of a row `side` long that shows there: the one
 * that lies under the new pixel's centre, ⌊(i + ½) · side / size⌋. In whole numbers, so that no
 * rounding can move a border.
 */
export function nearestIndices(side: number, size: number): Uint16Array {
  const indices = new Uint16Array(size);
  for (let at = 0; at < size; at++) {
    indices[at] = Math.floor(((2 * at + 1) * side) / (2 * size));
  }
  return indices;
}

/**
 * Where the second, third and each further pixel of a row `side` long begins, once that row is
 * enlarged to `size`, which must not be smaller.
 */
export function nearestBorders(side: number, size: number): number[] {
  const indices = nearestIndices(side, size);
  const borders: number[] = [];
  for (let pixel = 1; pixel < side; pixel++) borders.push(indices.indexOf(pixel));
  return borders;
}
