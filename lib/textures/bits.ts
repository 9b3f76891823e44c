/** Bits in the order of WebP lossless: the lowest bit of each byte and each number first. */
export interface BitWriter {
  /** Writes the lowest `count` bits of a value, 32 at most. */
  write(value: number, count: number): void;
  /** Bits written so far. */
  length(): number;
  /** All bits, the last byte filled up with zeros. */
  bytes(): Uint8Array;
}

const FIRST_CAPACITY = 1024;

export function createBitWriter(): BitWriter {
  let written = new Uint8Array(FIRST_CAPACITY);
  let length = 0;

  const grow = () => {
    const larger = new Uint8Array(written.length * 2);
    larger.set(written);
    written = larger;
  };

  return {
    write(value, count) {
      for (let done = 0; done < count;) {
        const byte = length >> 3;
        const used = length & 7;
        const taken = Math.min(8 - used, count - done);
        if (byte === written.length) grow();
        const piece = (value >>> done) & ((1 << taken) - 1);
        written[byte] = (written[byte] ?? 0) | (piece << used);
        done += taken;
        length += taken;
      }
    },
    length: () => length,
    bytes: () => written.slice(0, Math.ceil(length / 8)),
  };
}

/** The lowest `count` bits of a value in the opposite order. */
export function reverseBits(value: number, count: number): number {
  let reversed = 0;
  for (let bit = 0; bit < count; bit++) reversed |= ((value >>> bit) & 1) << (count - 1 - bit);
  return reversed;
}
