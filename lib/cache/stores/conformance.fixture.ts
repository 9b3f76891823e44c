import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeTransactions } from "./conformance-transactions.fixture.ts";
import { describeExpiry, describeRestart, describeValues } from "./conformance-values.fixture.ts";
import { compareAndSet, increment, type Open } from "./store.fixture.ts";
import { maxValueBytes } from "./store.ts";

export interface ConformanceOptions {
  /** False when time also passes by itself, so that a test cannot stop at a given millisecond. */
  exactClock?: boolean;
}

/** What every store promises. `open` is called once or more for each test. */
export function testStore(
  name: string,
  open: Open,
  { exactClock = true }: ConformanceOptions = {},
): void {
  describe(`the ${name} store`, () => {
    describeValues(open);
    describeExpiry(open, exactClock);
    describeTransactions(open);
    describeRefusals(open);
    describeRestart(open);
    if (exactClock) it("behaves like a simple model", () => compareWithModel(open), 20_000);
  });
}

function describeRefusals(open: Open): void {
  it.each([0, -1, Number.NaN])("refuses a time to live of %d", async (ttlMs) => {
    const { store } = await open();
    await expect(store.set("a", "1", { ttlMs })).rejects.toThrow(RangeError);
    await expect(compareAndSet(store, "a", undefined, "1", { ttlMs })).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBeUndefined();
  });

  it("refuses a value that is too long, and keeps the old one", async () => {
    const { store } = await open();
    await store.set("a", "1");
    const long = `${"x".repeat(maxValueBytes - 1)}é`;
    await expect(store.set("a", long)).rejects.toThrow(RangeError);
    await expect(compareAndSet(store, "a", "1", long)).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBe("1");
  });

  it.each(["", "x", "1.5", "01", " 1", "1e3", "0x1"])(
    "refuses to increment '%s'",
    async (value) => {
      const { store } = await open();
      await store.set("a", value);
      await expect(increment(store, "a", 1)).rejects.toThrow("not an integer");
      expect(await store.get("a")).toBe(value);
      expect(await increment(store, "b", 1)).toBe(1);
    },
  );

  it("refuses to count by what is no integer", async () => {
    const { store } = await open();
    await expect(increment(store, "a", 0.5)).rejects.toThrow(RangeError);
    await expect(increment(store, "a", Number.MAX_VALUE)).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBeUndefined();
  });
}

/** Random calls on three keys, each result compared with that of a few lines over a `Map`. */
async function compareWithModel(open: Open): Promise<void> {
  const key = fc.constantFrom("a", "b", "__proto__");
  const value = fc.constantFrom("", "0", "1", "x");
  const maybe = fc.option(value, { nil: undefined });
  const options = fc.constantFrom({}, { ttlMs: 5 }, { ttlMs: 12 });
  const step = fc.oneof(
    fc.record({ call: fc.constant("get" as const), key }),
    fc.record({ call: fc.constant("set" as const), key, value, options }),
    fc.record({ call: fc.constant("delete" as const), key }),
    fc.record({ call: fc.constant("swap" as const), key, expected: maybe, next: maybe, options }),
    fc.record({
      call: fc.constant("increment" as const),
      key,
      by: fc.constantFrom(-1, 2),
    }),
    fc.record({ call: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 9 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { store, advance } = await open();
      const model = new Map<string, { value: string; until: number }>();
      let time = 0;
      const read = (name: string) => {
        const entry = model.get(name);
        return entry && time < entry.until ? entry : undefined;
      };
      const until = ({ ttlMs = Infinity }: { ttlMs?: number }) => time + ttlMs;
      for (const one of steps) {
        if (one.call === "wait") {
          time += one.ms;
          await advance(one.ms);
          continue;
        }
        const entry = read(one.key);
        switch (one.call) {
          case "get":
            expect(await store.get(one.key)).toBe(entry?.value);
            break;
          case "set":
            await store.set(one.key, one.value, one.options);
            model.set(one.key, { value: one.value, until: until(one.options) });
            break;
          case "delete":
            await store.delete(one.key);
            model.delete(one.key);
            break;
          case "swap": {
            const { expected, next } = one;
            const written = await compareAndSet(store, one.key, expected, next, one.options);
            expect(written).toBe(entry?.value === expected);
            if (!written) break;
            if (next === undefined) model.delete(one.key);
            else model.set(one.key, { value: next, until: until(one.options) });
            break;
          }
          case "increment": {
            if (!/^-?\d+$/.test(entry?.value ?? "0")) {
              await expect(increment(store, one.key, one.by)).rejects.toThrow("not an integer");
              break;
            }
            const sum = Number(entry?.value ?? 0) + one.by;
            expect(await increment(store, one.key, one.by)).toBe(sum);
            model.set(one.key, { value: String(sum), until: entry?.until ?? Infinity });
          }
        }
        for (const name of ["a", "b", "__proto__"]) {
          expect(await store.get(name)).toBe(read(name)?.value);
        }
      }
    }),
    { numRuns: 25 },
  );
}
