import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { additionsOf, originsOf, type Counts, type Ledger } from "./ledger.ts";

/** What a store has: its counters, which include what it took from others. */
interface Place {
  counters: Counts;
  ledger: Ledger;
}

const isCounted = () => true;
const place = (own: string, counters: Counts): Place => ({ counters, ledger: { own, added: {} } });

function merge(to: Place, from: Place): Place {
  const theirs = originsOf(from.counters, from.ledger);
  const { additions, ledger } = additionsOf(theirs, to, isCounted);
  return { counters: sumOf(to.counters, additions), ledger };
}

function sumOf(one: Counts, other: Counts): Counts {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  );
}

const counters = fc.dictionary(fc.constantFrom("lookups", "players", "5/hits"), fc.nat(1_000));

describe("counters of several stores", () => {
  it("are added once, however often and in whichever order they are merged", () => {
    const merges = fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 12 });
    fc.assert(
      fc.property(fc.tuple(counters, counters, counters), merges, (counts, order) => {
        const places = counts.map((counted, index) => place(`store ${index}`, counted));
        for (const [to, from] of [...order, [0, 1], [0, 2], [0, 1]] as const) {
          if (to !== from) places[to] = merge(places[to] as Place, places[from] as Place);
        }
        const [first, second, third] = counts;
        expect(places[0]?.counters).toEqual(sumOf(sumOf(first, second), third));
      }),
    );
  });

  it("take what was counted since", () => {
    const there = place("there", { lookups: 10 });
    const here = merge(place("here", { lookups: 1 }), there);
    const later = { ...there, counters: { lookups: 12 } };
    expect(merge(here, later).counters).toEqual({ lookups: 13 });
    const both = { ...here, counters: { lookups: 14 } };
    expect(merge(both, later).counters).toEqual({ lookups: 16 });
  });

  it("go on where a store lost what it had counted", () => {
    const backup = place("here", { lookups: 10 });
    expect(merge(place("here", { lookups: 3 }), backup).counters).toEqual({ lookups: 10 });
  });

  it("forget what is not counted any more", () => {
    const there = originsOf({ "5/hits": 3, lookups: 1 }, { own: "there", added: {} });
    const isTotal = (name: string) => !name.includes("/");
    const { additions, ledger } = additionsOf(there, place("here", {}), isTotal);
    expect({ additions, ledger }).toEqual({
      additions: { lookups: 1 },
      ledger: { own: "here", added: { there: { lookups: 1 } } },
    });
  });
});
