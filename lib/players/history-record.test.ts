import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextureHash } from "../contract/identifiers.ts";
import {
  mergeRecords,
  recordSchema,
  withObservation,
  type HistoryRecord,
} from "./history-record.ts";

const EMPTY = recordSchema.parse({});
const hashOf = (digit: number) => `${digit}`.repeat(64) as TextureHash;

/** The observations of one service, in the order of time. */
const records = fc
  .array(
    fc.record({
      name: fc.constantFrom("Lou", "lou", "Lantern_Lou", "Wick"),
      skin: fc.option(fc.record({ hash: fc.integer({ min: 0, max: 4 }).map(hashOf) })),
      cape: fc.option(fc.record({ hash: fc.integer({ min: 5, max: 9 }).map(hashOf) })),
      waitMs: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 12 },
  )
  .map((looks) => {
    let at = 1_000;
    return looks.reduce((record, { name, skin, cape, waitMs }) => {
      at += waitMs;
      const model = "classic" as const;
      return withObservation(record, { name, skin: skin && { ...skin, model }, cape }, at);
    }, EMPTY);
  });

const merged = fc.tuple(records, records).map(([one, other]) => mergeRecords(one, other));

const setOf = (items: readonly { name?: string; hash?: string }[]) =>
  new Set(items.map(({ name, hash }) => name ?? hash));

/** Every name and texture, and that none is seen for a shorter time than before. */
function expectToHold(record: HistoryRecord, part: HistoryRecord) {
  expect(setOf(record.observed)).toEqual(setOf([...record.observed, ...part.observed]));
  for (const kind of ["skins", "capes"] as const) {
    for (const { hash, first_seen, last_seen } of part[kind]) {
      const found = record[kind].find((one) => one.hash === hash);
      expect(found?.first_seen).toBeLessThanOrEqual(first_seen);
      expect(found?.last_seen).toBeGreaterThanOrEqual(last_seen);
    }
  }
  const last = Math.max(0, ...part.observed.map(({ last_seen }) => last_seen));
  expect(record.observed.at(-1)?.last_seen ?? 0).toBeGreaterThanOrEqual(last);
}

describe("merging two records of a player", () => {
  it("gives the same in either order", () => {
    fc.assert(
      fc.property(records, records, (one, other) => {
        expect(mergeRecords(one, other)).toEqual(mergeRecords(other, one));
      }),
    );
  });

  it("loses nothing", () => {
    fc.assert(
      fc.property(records, records, (one, other) => {
        const both = mergeRecords(one, other);
        expectToHold(both, one);
        expectToHold(both, other);
      }),
    );
  });

  it("changes nothing the second time, whichever of the two comes again", () => {
    fc.assert(
      fc.property(fc.oneof(records, merged), records, (one, other) => {
        const both = mergeRecords(one, other);
        expect(mergeRecords(both, other)).toBe(both);
        expect(mergeRecords(both, one)).toBe(both);
      }),
    );
  });

  it("leaves a record as it is that knows no more than an empty one", () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(mergeRecords(EMPTY, record)).toEqual(record);
        expect(mergeRecords(record, EMPTY)).toEqual(record);
      }),
    );
  });

  it("puts names in the order in which they were seen", () => {
    const here = withObservation(withObservation(EMPTY, { name: "B" }, 200), { name: "C" }, 300);
    const there = withObservation(withObservation(EMPTY, { name: "A" }, 100), { name: "B" }, 250);
    expect(mergeRecords(here, there).observed).toEqual([
      { name: "A", changed_at: null, last_seen: 100 },
      { name: "B", changed_at: 200, last_seen: 250 },
      { name: "C", changed_at: 300, last_seen: 300 },
    ]);
  });

  it("adds what laby.net said to either", () => {
    const one = { ...EMPTY, reported: [{ name: "A", changed_at: null }] };
    const other = { ...EMPTY, reported: [...one.reported, { name: "B", changed_at: 5 }] };
    expect(mergeRecords(one, other).reported).toEqual(other.reported);
    expect(mergeRecords(other, one)).toBe(other);
  });
});
