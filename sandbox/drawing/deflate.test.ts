import { inflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { deflate } from "./deflate.ts";

const cases = {
  nothing: new Uint8Array(),
  "one byte": Uint8Array.of(200),
  "a run longer than the longest match": new Uint8Array(1_000).fill(7),
  "every literal there is": Uint8Array.from({ length: 256 }, (_, at) => at),
  "a repeat from far away": Uint8Array.from({ length: 70_000 }, (_, at) => (at % 32_768) & 255),
  "no pattern at all": Uint8Array.from({ length: 5_000 }, (_, at) => (at * at * 31 + at) % 251),
};

it.each(Object.entries(cases))("survives a round trip: %s", (_, bytes) => {
  expect(inflateRawSync(deflate(bytes)).equals(Buffer.from(bytes))).toBe(true);
});

it("packs a run of 1,000 equal bytes into twelve", () => {
  expect(deflate(new Uint8Array(1_000).fill(7)).length).toBe(12);
});
