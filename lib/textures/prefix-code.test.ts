import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBitWriter, reverseBits } from "./bits.ts";
import { huffmanLengths, symbolWriter } from "./prefix-code.ts";

describe("huffmanLengths", () => {
  it.each([
    ["no symbol", [0, 0], [0, 0]],
    ["one symbol", [0, 3], [0, 1]],
    ["two", [1, 100], [1, 1]],
    ["powers of two", [8, 4, 2, 1, 1], [1, 2, 3, 4, 4]],
  ])("are the textbook's for %s", (_, counts, lengths) => {
    expect(huffmanLengths(counts)).toEqual(lengths);
  });

  it("make a complete code of exactly the symbols that occur", () => {
    const counts = fc.array(fc.nat(50), { minLength: 2, maxLength: 40 });
    const property = fc.property(counts, (given) => {
      fc.pre(given.filter((count) => count > 0).length > 1);
      const lengths = huffmanLengths(given);
      expect(lengths.map((length) => length > 0)).toEqual(given.map((count) => count > 0));
      const used = lengths.filter((length) => length > 0);
      expect(used.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
    });
    fc.assert(property);
  });
});

describe("symbolWriter", () => {
  it("writes canonical codes, their highest bit first", () => {
    const bits = createBitWriter();
    const write = symbolWriter(bits, [2, 1, 3, 3]);
    for (const symbol of [0, 1, 2, 3]) write(symbol);
    // 10, 0, 110, 111 in the order of the stream; a byte begins at its lowest bit.
    expect([...bits.bytes()]).toEqual([0b11_011_0_01, 0b1]);
    expect(bits.length()).toBe(9);
  });

  it("writes nothing for the only symbol", () => {
    const bits = createBitWriter();
    symbolWriter(bits, [0, 1])(1);
    expect(bits.length()).toBe(0);
  });
});

describe("reverseBits", () => {
  it("turns the lowest bits around", () => {
    expect(reverseBits(0b1101, 4)).toBe(0b1011);
    expect(reverseBits(0b1, 8)).toBe(0b1000_0000);
  });
});
