import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeTransactions } from "./conformance-transactions.fixture.ts";
import { describeExpiry, describeRestart, describeValues } from "./conformance-values.fixture.ts";
import { compareAndSet, increment, type Open, type OpenedStore } from "./store.fixture.ts";
import { maxValueBytes } from "./store.ts";

export interface ConformanceOptions {
  /** False when time also passes by itself, so that a test cannot stop at a given millisecond. */
  exactClock?: boolean;
}

/** Tests that a store keeps the promises of all stores. `open` is called once or more for each test. */
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

const KEYS = ["a", "b", "__proto__"];

const key = fc.constantFrom(...KEYS);
const value = fc.constantFrom("", "0", "1", "x");
const maybe = fc.option(value, { nil: undefined });
const options = fc.constantFrom({}, { ttlMs: 5 }, { ttlMs: 12 });
const by = fc.constantFrom(-1, 2);

/** The calls that are compared with the model, each with its parameters. */
const parameters = {
  get: fc.record({ key }),
  set: fc.record({ key, value, options }),
  delete: fc.record({ key }),
  swap: fc.record({ key, expected: maybe, next: maybe, options }),
  increment: fc.record({ key, by }),
  wait: fc.record({ ms: fc.integer({ min: 1, max: 9 }) }),
};
type Call = keyof typeof parameters;
type ParametersOf<Name extends Call> =
  (typeof parameters)[Name] extends fc.Arbitrary<infer Values> ? Values : never;

/** Calls a store and its model, a few lines over a `Map`, and compares the results. */
function createComparison({ store, advance }: OpenedStore) {
  const model = new Map<string, { value: string; until: number }>();
  let time = 0;
  const read = (name: string) => {
    const entry = model.get(name);
    return entry && time < entry.until ? entry : undefined;
  };
  const write = (name: string, text: string | undefined, until: number) => {
    if (text === undefined) model.delete(name);
    else model.set(name, { value: text, until });
  };
  const until = ({ ttlMs = Infinity }: { ttlMs?: number }) => time + ttlMs;

  const calls: { [Name in Call]: (given: ParametersOf<Name>) => Promise<void> } = {
    async get(given) {
      expect(await store.get(given.key)).toBe(read(given.key)?.value);
    },
    async set(given) {
      await store.set(given.key, given.value, given.options);
      write(given.key, given.value, until(given.options));
    },
    async delete(given) {
      await store.delete(given.key);
      write(given.key, undefined, time);
    },
    async swap({ key: name, expected, next, options: given }) {
      const isExpected = read(name)?.value === expected;
      expect(await compareAndSet(store, name, expected, next, given)).toBe(isExpected);
      if (isExpected) write(name, next, until(given));
    },
    async increment({ key: name, by: given }) {
      const { value: text = "0", until: lasts = Infinity } = read(name) ?? {};
      if (!/^-?\d+$/.test(text)) {
        await expect(increment(store, name, given)).rejects.toThrow("not an integer");
        return;
      }
      const sum = Number(text) + given;
      expect(await increment(store, name, given)).toBe(sum);
      write(name, String(sum), lasts);
    },
    async wait({ ms }) {
      time += ms;
      await advance(ms);
    },
  };

  return {
    calls,
    async compareAll() {
      for (const name of KEYS) expect(await store.get(name)).toBe(read(name)?.value);
    },
  };
}

const step = fc.oneof(
  ...(Object.keys(parameters) as Call[]).map((call) =>
    fc.record({ call: fc.constant(call), given: parameters[call] as fc.Arbitrary<never> }),
  ),
);

/** Makes random calls on three keys. */
async function compareWithModel(open: Open): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { calls, compareAll } = createComparison(await open());
      for (const { call, given } of steps) {
        await calls[call](given);
        if (call !== "wait") await compareAll();
      }
    }),
    { numRuns: 25 },
  );
}
