/*
 * Deflated data (RFC 1951) with places for bytes that are not known yet. The codes of all bytes are equally long, so
 * nothing moves when they are filled in.
 */

/** The symbols besides 256 literals: the end, and repetitions of 3 to 258 bytes. */
const END = 256;
const SHORTEST = 257;
const LONGEST = 285;
export const LONGEST_REPETITION = 258;
const SHORTEST_REPETITION = 3;

/** The order in which the lengths of codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

export interface DeflateOptions {
  /** The distance to the beginning of a repetition, if that is not the byte before. */
  distance: number;
  /** The bits of a literal. One more makes the longest repetition one shorter: together they are eleven. */
  literalBits: 9 | 10;
}

/** Begins a zlib stream of one block. */
export function startDeflate({ distance, literalBits }: DeflateOptions) {
  const bytes = [0x78, 0x01];
  /** Bits that are not a whole byte yet. */
  let [rest, restBits] = [0, 0];
  const write = (value: number, count: number) => {
    rest |= value << restBits;
    restBits += count;
    for (; restBits >= 8; restBits -= 8, rest >>= 8) bytes.push(rest & 255);
  };

  // Lengths that use up all codes, as decoders demand.
  const lengths = Array.from({ length: LONGEST + 1 }, (_, symbol) => {
    if (symbol < END) return literalBits;
    if (symbol < END + 3) return 6;
    return symbol < LONGEST ? 7 : 11 - literalBits;
  });
  const codes = codesOf(lengths);
  const symbol = (which: number) => write(codes[which] ?? 0, lengths[which] ?? 0);
  const far = splitNumber(distance - 1, 1);
  const distances = lengthsOf(far.code + 1, { 0: 1, [far.code]: 1 });
  const ofLengths = lengthsOf(ORDER.length, { [literalBits]: 1, 7: 2, 0: 3, 1: 4, 2: 5, 6: 5 });
  const codesOfLengths = codesOf(ofLengths);

  // The last block, with codes of its own.
  write(1, 1);
  write(2, 2);
  write(lengths.length - 257, 5);
  write(distances.length - 1, 5);
  write(ORDER.length - 4, 4);
  for (const length of ORDER) write(ofLengths[length] ?? 0, 3);
  for (const length of [...lengths, ...distances]) {
    write(codesOfLengths[length] ?? 0, ofLengths[length] ?? 0);
  }

  let previous: number | undefined;
  const literal = (value: number) => {
    symbol(value);
    previous = value;
  };
  const repeat = (count: number, isFar: boolean) => {
    const { code, extra, extraBits } = splitNumber(count - SHORTEST_REPETITION, 2);
    const isLongest = count === LONGEST_REPETITION;
    symbol(isLongest ? LONGEST : SHORTEST + code);
    if (!isLongest) write(extra, extraBits);
    write(Number(isFar), 1);
    if (isFar) write(far.extra, far.extraBits);
  };

  return {
    /** The code of each literal, whose first bit is its lowest. */
    codes,
    literal,
    /** Leaves a place for a literal. Returns where it begins, in bits. */
    leave(): number {
      previous = undefined;
      const start = bytes.length * 8 + restBits;
      write(0, literalBits);
      return start;
    },
    zeros(count: number): void {
      let left = count;
      if (left > 0 && previous !== 0) {
        literal(0);
        left--;
      }
      for (; left >= SHORTEST_REPETITION; left -= LONGEST_REPETITION) {
        repeat(Math.min(left, LONGEST_REPETITION), false);
      }
      for (; left > 0; left--) literal(0);
    },
    /** Repeats 3 to 258 bytes, the last of which is zero. */
    repeatRow(count: number): void {
      repeat(count, true);
      previous = 0;
    },
    /** The stream without its checksum. */
    end(): Uint8Array {
      symbol(END);
      write(0, 7);
      return Uint8Array.from(bytes);
    },
  };
}

/**
 * A length or distance as deflated data has it: the code of a range, and which number of the range it is. Ranges
 * become twice as long after every 2 ** `step` of them.
 */
function splitNumber(value: number, step: number) {
  const extraBits = Math.max(0, 31 - Math.clz32(value) - step);
  const code = (extraBits << step) + (value >> extraBits);
  return { code, extraBits, extra: value & ((1 << extraBits) - 1) };
}

/** Lengths of codes: of symbols that are not used, zero. */
function lengthsOf(count: number, used: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: count }, (_, symbol) => used[symbol] ?? 0);
}

/** The code of each symbol by the lengths of all, its bits in the order in which they are written. */
function codesOf(lengths: readonly number[]): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  const lengthOf = (symbol: number) => lengths[symbol] ?? 0;
  const used = [...lengths.keys()].filter((symbol) => lengthOf(symbol) > 0);
  let [code, length] = [0, 0];
  for (const symbol of used.toSorted((one, other) => lengthOf(one) - lengthOf(other))) {
    code <<= lengthOf(symbol) - length;
    length = lengthOf(symbol);
    codes[symbol] = reversed(code++, length);
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let at = 0; at < length; at++) bits |= ((code >> at) & 1) << (length - 1 - at);
  return bits;
}
