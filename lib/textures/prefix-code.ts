import { type BitWriter, reverseBits } from "./bits.ts";

/** How many bits each symbol of an alphabet takes; 0 for a symbol that does not occur. */
export type CodeLengths = readonly number[];

/** The order in which WebP lists the lengths that describe lengths (RFC 9649, section 3.7.2.1.2). */
const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const SHORT_ZEROS = { symbol: 17, from: 3, to: 10, bits: 3 };
const LONG_ZEROS = { symbol: 18, from: 11, to: 138, bits: 7 };

/** Huffman's lengths for symbols that occur so many times each; made for a few dozen symbols. */
export function huffmanLengths(counts: readonly number[]): CodeLengths {
  const lengths = counts.map(() => 0);
  const trees = counts
    .map((count, symbol) => ({ count, symbols: [symbol] }))
    .filter(({ count }) => count > 0);
  if (trees.length === 1) return counts.map((count) => (count > 0 ? 1 : 0));
  for (;;) {
    trees.sort((a, b) => a.count - b.count);
    const [lightest, next] = trees.splice(0, 2);
    if (lightest === undefined || next === undefined) return lengths;
    const symbols = [...lightest.symbols, ...next.symbols];
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
    trees.push({ count: lightest.count + next.count, symbols });
  }
}

/** Writes a code of a single symbol below 256, which then takes no bits at all. */
export function writeSingleCode(bits: BitWriter, symbol: number): void {
  bits.write(0b01, 2); // simple, one symbol
  bits.write(symbol > 1 ? 1 : 0, 1);
  bits.write(symbol, symbol > 1 ? 8 : 1);
}

/** Writes a code by its lengths. The zeros at the end of the alphabet are cut off. */
export function writeCode(bits: BitWriter, lengths: CodeLengths): void {
  const used = lengths.slice(0, lengths.findLastIndex((length) => length > 0) + 1);
  const tokens = tokensOf(used);
  const counts = LENGTH_ORDER.map(() => 0);
  for (const { symbol } of tokens) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const tokenLengths = huffmanLengths(counts);
  const writeToken = symbolWriter(bits, tokenLengths);

  bits.write(0, 1);
  const listed = LENGTH_ORDER.map((symbol) => tokenLengths[symbol] ?? 0);
  const listedCount = Math.max(4, listed.findLastIndex((length) => length > 0) + 1);
  bits.write(listedCount - 4, 4);
  for (const length of listed.slice(0, listedCount)) bits.write(length, 3);
  bits.write(used.length < lengths.length ? 1 : 0, 1);
  if (used.length < lengths.length) {
    bits.write(3, 3); // the number of tokens follows in 2 + 2 × 3 bits
    bits.write(tokens.length - 2, 8);
  }
  for (const { symbol, extra, extraBits } of tokens) {
    writeToken(symbol);
    bits.write(extra, extraBits);
  }
}

/** Returns what writes a symbol in the canonical code of these lengths. */
export function symbolWriter(bits: BitWriter, lengths: CodeLengths): (symbol: number) => void {
  const codes = new Map<number, { code: number; length: number }>();
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    code <<= 1;
    for (const [symbol, own] of lengths.entries()) {
      if (own === length) codes.set(symbol, { code: reverseBits(code++, length), length });
    }
  }
  return (symbol) => {
    const entry = codes.get(symbol);
    if (entry !== undefined && codes.size > 1) bits.write(entry.code, entry.length);
  };
}

interface Token {
  symbol: number;
  extra: number;
  extraBits: number;
}

/** Lengths as symbols of their own: themselves, or a run of zeros. */
function tokensOf(lengths: CodeLengths): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < lengths.length;) {
    const next = lengths.findIndex((length, index) => index >= at && length > 0);
    const zeros = next - at;
    const run = zeros >= LONG_ZEROS.from ? LONG_ZEROS : SHORT_ZEROS;
    if (zeros >= run.from) {
      const count = Math.min(zeros, run.to);
      tokens.push({ symbol: run.symbol, extra: count - run.from, extraBits: run.bits });
      at += count;
    } else {
      tokens.push({ symbol: lengths[at] ?? 0, extra: 0, extraBits: 0 });
      at += 1;
    }
  }
  return tokens;
}
