/**
 * Compresses to a raw DEFLATE stream (RFC 1951, fixed Huffman codes). The built-in zlib would be
 * smaller, but its output differs between versions and processors, and here the bytes decide the
 * texture hash: they must be the same on every machine.
 */
export function deflate(input: Uint8Array): Uint8Array {
  const out = createBitWriter();
  const lastSeen = new Map<number, number>();
  out.bits(1, 1); // the only, hence last, block
  out.bits(1, 2); // fixed Huffman codes

  let at = 0;
  while (at < input.length) {
    const key = trigram(input, at);
    const candidate = lastSeen.get(key);
    if (at + 2 < input.length) lastSeen.set(key, at);
    const length = candidate === undefined ? 0 : matchLength(input, candidate, at);
    if (candidate !== undefined && length >= 3 && at - candidate <= 32_768) {
      writeMatch(out, length, at - candidate);
      at += length;
    } else {
      writeSymbol(out, input[at] ?? 0);
      at += 1;
    }
  }
  writeSymbol(out, 256); // end of block
  return out.finish();
}

function trigram(input: Uint8Array, at: number): number {
  return ((input[at] ?? 0) << 16) | ((input[at + 1] ?? 0) << 8) | (input[at + 2] ?? 0);
}

function matchLength(input: Uint8Array, from: number, at: number): number {
  const most = Math.min(258, input.length - at);
  let length = 0;
  while (length < most && input[from + length] === input[at + length]) length += 1;
  return length;
}

function writeSymbol(out: BitWriter, symbol: number): void {
  if (symbol < 144) out.code(0x30 + symbol, 8);
  else if (symbol < 256) out.code(0x190 + symbol - 144, 9);
  else if (symbol < 280) out.code(symbol - 256, 7);
  else out.code(0xc0 + symbol - 280, 8);
}

function writeMatch(out: BitWriter, length: number, distance: number): void {
  const [lengthCode, lengthExtra, lengthBase] = slot(length, LENGTHS);
  writeSymbol(out, 257 + lengthCode);
  out.bits(length - lengthBase, lengthExtra);
  const [distanceCode, distanceExtra, distanceBase] = slot(distance, DISTANCES);
  out.code(distanceCode, 5);
  out.bits(distance - distanceBase, distanceExtra);
}

type Slot = readonly [code: number, extraBits: number, base: number];

function slot(value: number, table: readonly Slot[]): Slot {
  let found: Slot = [0, 0, 0];
  for (const entry of table) if (entry[2] <= value) found = entry;
  return found;
}

function slots(extraBits: readonly number[], first: number): Slot[] {
  let base = first;
  return extraBits.map((extra, code) => {
    const entry: Slot = [code, extra, base];
    base += 2 ** extra;
    return entry;
  });
}

const repeat = (count: number, upTo: number) =>
  Array.from({ length: upTo }, (_, extra) => Array.from({ length: count }, () => extra)).flat();

// Length 258 has its own code without extra bits; 31 extra values of the code before it go unused.
const LENGTHS: readonly Slot[] = [...slots([0, 0, 0, 0, ...repeat(4, 6)], 3), [28, 0, 258]];
const DISTANCES = slots([0, 0, ...repeat(2, 14)], 1);

interface BitWriter {
  bits(value: number, count: number): void;
  code(value: number, count: number): void;
  finish(): Uint8Array;
}

function createBitWriter(): BitWriter {
  const bytes: number[] = [];
  let held = 0;
  let heldBits = 0;
  const push = (bit: number) => {
    held |= bit << heldBits;
    heldBits += 1;
    if (heldBits === 8) {
      bytes.push(held);
      held = 0;
      heldBits = 0;
    }
  };
  return {
    bits: (value, count) => {
      for (let bit = 0; bit < count; bit += 1) push((value >> bit) & 1);
    },
    // Huffman codes, unlike everything else, go in most significant bit first.
    code: (value, count) => {
      for (let bit = count - 1; bit >= 0; bit -= 1) push((value >> bit) & 1);
    },
    finish: () => {
      while (heldBits > 0) push(0);
      return Uint8Array.from(bytes);
    },
  };
}
