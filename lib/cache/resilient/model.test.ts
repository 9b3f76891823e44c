import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createResilientStore } from "../resilient.ts";
import { createMemoryStore } from "../stores/memory.ts";
import type { Store } from "../stores/store.ts";
import { createFlakyStore } from "./flaky.fixture.ts";

const KEYS = ["a", "b", "c"] as const;
const key = fc.constantFrom(...KEYS);
const value = fc.constantFrom("1", "2", "30");
const maybe = fc.option(value, { nil: undefined });
const options = fc.constantFrom({}, { ttlMs: 20 }, { ttlMs: 50 });

const call = fc.oneof(
  fc.record({ call: fc.constant("get" as const), key }),
  fc.record({ call: fc.constant("timeToLive" as const), key }),
  fc.record({ call: fc.constant("set" as const), key, value, options }),
  fc.record({ call: fc.constant("delete" as const), key }),
  fc.record({ call: fc.constant("swap" as const), key, expected: maybe, next: maybe, options }),
  fc.record({ call: fc.constant("increment" as const), key, by: fc.integer(), options }),
);
type Call = (typeof call)["generate"] extends (...args: never) => { value: infer One }
  ? One
  : never;

const weather = fc.record({
  call: fc.constant("weather" as const),
  what: fc.constantFrom("nothing", "nothing", "writes", "everything"),
});
const wait = fc.record({ call: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 30 }) });

function perform(store: Store, one: Call): Promise<unknown> {
  switch (one.call) {
    case "get":
      return store.get(one.key);
    case "timeToLive":
      return store.timeToLive(one.key);
    case "set":
      return store.set(one.key, one.value, one.options);
    case "delete":
      return store.delete(one.key);
    case "swap":
      return store.compareAndSet(one.key, one.expected, one.next, one.options);
    case "increment":
      return store.increment(one.key, one.by, one.options);
  }
}

async function contentOf(store: Store) {
  return Promise.all(KEYS.map(async (one) => [await store.get(one), await store.timeToLive(one)]));
}

it("answers, whatever fails and comes back, as a store that never fails", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: call }, weather, wait)),
      async (steps) => {
        let time = 1_700_000_000_000;
        const now = () => time;
        const model = createMemoryStore({ maxBytes: 1_000_000, now });
        const { store: real, behind, fail } = createFlakyStore(now);
        const store = createResilientStore(real, {
          maxBytes: 1_000_000,
          mirror: true,
          rejoin: "overwrite",
          retryMs: 1,
          now,
          onChange: () => undefined,
        });
        for (const step of steps) {
          if (step.call === "weather") fail(step.what);
          else if (step.call === "wait") time += step.ms;
          else expect(await perform(store, step)).toEqual(await perform(model, step));
        }
        fail("nothing");
        await vi.waitFor(
          async () => expect(await contentOf(behind)).toEqual(await contentOf(model)),
          {
            interval: 1,
          },
        );
        await store.close();
      },
    ),
    { numRuns: 150 },
  );
}, 30_000);

it("loses no count and no word of another process in a ledger", async () => {
  const who = fc.constantFrom("mine", "another's");
  const word = fc.record({ who, key });
  const count = fc.record({ who, by: fc.integer({ min: 1, max: 9 }) });
  const steps = fc.array(fc.oneof(word, count));
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, meanwhile) => {
      const { store: real, behind, fail } = createFlakyStore();
      const ledger = createResilientStore(real, {
        maxBytes: 1_000_000,
        mirror: true,
        rejoin: "add-missing",
        retryMs: 1,
        onChange: () => undefined,
      });
      let sum = 0;
      const write = async (step: (typeof before)[number], said: string) => {
        const to = step.who === "mine" ? ledger : behind;
        if ("key" in step) return to.set(step.key, said);
        sum += step.by;
        await to.increment("count", step.by);
      };
      const words = new Map<string, string>();
      for (const [index, step] of before.entries()) {
        await write(step, `before ${index}`);
        if ("key" in step) words.set(step.key, `before ${index}`);
      }
      // What is not read is not known: another's word stands against it.
      const strange = new Set<string>();
      for (const step of before) {
        if (!("key" in step)) continue;
        if (step.who === "mine") strange.delete(step.key);
        else strange.add(step.key);
      }
      fail("everything");
      for (const [index, step] of meanwhile.entries()) {
        await write(step, `${step.who} ${index}`);
        if (!("key" in step)) continue;
        if (step.who === "mine" && strange.has(step.key)) continue;
        if (step.who !== "mine") strange.add(step.key);
        words.set(step.key, `${step.who} ${index}`);
      }
      fail("nothing");
      const expected = { ...Object.fromEntries(words), ...(sum > 0 && { count: `${sum}` }) };
      await vi.waitFor(
        async () => {
          for (const name of [...KEYS, "count"]) {
            expect([name, await behind.get(name)]).toEqual([
              name,
              Object.entries(expected).find(([one]) => one === name)?.[1],
            ]);
          }
        },
        { interval: 1 },
      );
      await ledger.close();
    }),
    { numRuns: 150 },
  );
}, 30_000);
