/**
 * The middle value.
 *
 * @param {readonly number[]} values
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Random numbers from 0 to 1, the same for the same seed (mulberry32).
 *
 * @param {number} seed
 */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Places from 0 to `places` − 1, drawn by Zipf's law with exponent 1: the second comes half as
 * often as the first, the third a third as often.
 *
 * @param {number} places
 * @param {number} count
 * @param {number} seed
 */
export function zipfDraws(places, count, seed) {
  const upTo = new Float64Array(places);
  let sum = 0;
  for (let place = 0; place < places; place++) upTo[place] = sum += 1 / (place + 1);
  const random = randomFrom(seed);
  return Uint32Array.from({ length: count }, () => firstAbove(upTo, random() * sum));
}

/**
 * @param {Float64Array} sorted
 * @param {number} value
 */
function firstAbove(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
