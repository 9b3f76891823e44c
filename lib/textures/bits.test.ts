import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBitWriter } from "./bits.ts";

describe("createBitWriter", () => {
  it("puts every bit where it belongs, however many there are", () => {
    const number = fc.tuple(fc.nat(2 ** 31 - 1), fc.integer({ min: 0, max: 32 }));
    const property = fc.property(fc.array(number, { maxLength: 900 }), (numbers) => {
      const writer = createBitWriter();
      for (const [value, count] of numbers) writer.write(value, count);
      const expected = numbers.map(([value, count]) => lowestFirst(value, count)).join("");
      expect(writer.length()).toBe(expected.length);
      const bits = [...writer.bytes()].map((byte) => lowestFirst(byte, 8)).join("");
      expect(bits.slice(0, expected.length)).toBe(expected);
      expect(bits.slice(expected.length)).toMatch(/^0{0,7}$/);
    });
    fc.assert(property);
  });
});

function lowestFirst(value: number, count: number): string {
  const digits = value.toString(2).padStart(32, "0").split("").toReversed().join("");
  return digits.slice(0, count);
}
