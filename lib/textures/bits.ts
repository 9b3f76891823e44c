/** Bits in the order of WebP lossless: the lowest bit of each byte and each number first. */
export interface BitWriter {
  write(value: number, count: number): void;
  /** Bits written so far. */
  length(): number;
  /** All bits, the last byte filled up with zeros. */
  bytes(): Uint8Array;
}

export function createBitWriter(): BitWriter {
  const bits: number[] = [];
  return {
    write(value, count) {
      for (let bit = 0; bit < count; bit++) bits.push((value >>> bit) & 1);
    },
    length: () => bits.length,
    bytes() {
      const bytes = new Uint8Array(Math.ceil(bits.length / 8));
      for (const [at, bit] of bits.entries())
        bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7));
      return bytes;
    },
  };
}

/** The lowest `count` bits of a value in the opposite order. */
export function reverseBits(value: number, count: number): number {
  let reversed = 0;
  for (let bit = 0; bit < count; bit++) reversed |= ((value >>> bit) & 1) << (count - 1 - bit);
  return reversed;
}
