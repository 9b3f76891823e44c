import { type BitWriter, reverseBits } from "./bits.ts";

/** How many bits each symbol of an alphabet takes; 0 for a symbol that does not occur. */
export type CodeLengths = readonly number[];

/** A symbol, and the bits that follow it as they are. */
export interface Token {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

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

/**
 * Writes a code in which the symbols 0 to 255 take eight bits each, whatever they are, and the
 * rest of the alphabet does not occur.
 */
export function writeByteCode(bits: BitWriter, alphabet: number): void {
  // 256 times the same token: it is the only one, so that it takes no bits and none follow.
  const lengths = LENGTH_ORDER.map(() => 0);
  lengths[8] = 1;
  writeCodeHead(bits, lengths, { tokens: 256, isCut: alphabet > 256 });
}

/** Writes a code by its lengths. The zeros at the end of the alphabet are cut off. */
export function writeCode(bits: BitWriter, lengths: CodeLengths): void {
  const used = lengths.slice(0, lengths.findLastIndex((length) => length > 0) + 1);
  const tokens = tokensOf(used);
  const counts = LENGTH_ORDER.map(() => 0);
  for (const { symbol } of tokens) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const tokenLengths = huffmanLengths(counts);
  writeCodeHead(bits, tokenLengths, {
    tokens: tokens.length,
    isCut: used.length < lengths.length,
  });
  writeTokens(bits, tokenLengths, tokens);
}

/** What stands before the tokens: their own code, and their number when the rest is cut off. */
function writeCodeHead(
  bits: BitWriter,
  tokenLengths: CodeLengths,
  { tokens, isCut }: { tokens: number; isCut: boolean },
): void {
  const listed = LENGTH_ORDER.map((symbol) => tokenLengths[symbol] ?? 0);
  const listedCount = Math.max(4, listed.findLastIndex((length) => length > 0) + 1);
  bits.write(0, 1);
  bits.write(listedCount - 4, 4);
  for (const length of listed.slice(0, listedCount)) bits.write(length, 3);
  bits.write(isCut ? 1 : 0, 1);
  if (isCut) {
    bits.write(3, 3); // the number of tokens follows in 2 + 2 × 3 bits
    bits.write(tokens - 2, 8);
  }
}

/** Writes symbols in the canonical code of these lengths, each with its further bits. */
export function writeTokens(bits: BitWriter, lengths: CodeLengths, tokens: readonly Token[]): void {
  const writeSymbol = symbolWriter(bits, lengths);
  for (const { symbol, extra, extraBits } of tokens) {
    writeSymbol(symbol);
    bits.write(extra, extraBits);
  }
}

/** Returns what writes a symbol in the canonical code of these lengths. */
export function symbolWriter(bits: BitWriter, lengths: CodeLengths): (symbol: number) => void {
  const used = [...lengths.keys()].filter((symbol) => lengthOf(symbol) > 0);
  // Sorting is stable: among codes of one length the symbols stay in order, as the canon wants.
  used.sort((a, b) => lengthOf(a) - lengthOf(b));
  const codes = new Uint16Array(lengths.length);
  let next = 0;
  let before = 0;
  for (const symbol of used) {
    const length = lengthOf(symbol);
    next <<= length - before;
    codes[symbol] = reverseBits(next++, length);
    before = length;
  }
  return (symbol) => {
    if (used.length > 1) bits.write(codes[symbol] ?? 0, lengthOf(symbol));
  };

  function lengthOf(symbol: number): number {
    return lengths[symbol] ?? 0;
  }
}

/** Lengths as symbols of their own: themselves, or a run of zeros. */
function tokensOf(lengths: CodeLengths): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < lengths.length;) {
    const zeros = zerosFrom(lengths, at);
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

function zerosFrom(lengths: CodeLengths, at: number): number {
  let end = at;
  while (lengths[end] === 0) end += 1;
  return end - at;
}
