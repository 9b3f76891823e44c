import fc from "fast-check";
import { expect } from "vitest";
import { compareAndSet, increment } from "./transactions.ts";
import type { Open } from "../conformance.ts";

/** Random calls on three keys, each answer compared with that of a few lines over a `Map`. */
export async function compareWithModel(open: Open): Promise<void> {
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
            expect(await store.delete(one.key)).toBe(entry !== undefined);
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
