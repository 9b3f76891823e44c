import { expect, it } from "vitest";
import { testStore } from "./conformance.fixture.ts";
import { createMemoryStore } from "./memory.ts";

testStore("memory", async () => {
  let time = 1_700_000_000_000;
  return {
    store: createMemoryStore({ maxBytes: 4_000_000, clock: { now: () => time } }),
    advance: (ms) => void (time += ms),
  };
});

it("stays within its bytes, dropping the least recently used", async () => {
  const store = createMemoryStore({ maxBytes: 100_000 });
  await store.set("kept", "used all the time", { ttlMs: 60_000 });
  await store.set("lasting", "never used, and never expires");
  for (let index = 0; index < 5_000; index += 1) {
    await store.set(`flood:${index}`, "x".repeat(index % 500), { ttlMs: 60_000 });
    await store.get("kept");
  }
  let bytes = 0;
  for (let index = 0; index < 5_000; index += 1) {
    const value = await store.get(`flood:${index}`);
    if (value !== undefined) bytes += `flood:${index}`.length + value.length;
  }
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThan(100_000);
  expect(await store.get("kept")).toBe("used all the time");
  expect(await store.get("flood:4999")).toBe("x".repeat(499));
  expect(await store.get("lasting")).toBe("never used, and never expires");
});

it("refuses an entry that would push out all others", async () => {
  const store = createMemoryStore({ maxBytes: 10_000 });
  await store.set("a", "1");
  await expect(store.set("b", "x".repeat(10_000))).rejects.toThrow(RangeError);
  expect(await store.get("a")).toBe("1");
});
