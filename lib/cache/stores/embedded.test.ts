import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testStore } from "./conformance.ts";
import { openEmbedded, type Embedded } from "./embedded.ts";
import { scratchDirectory } from "./embedded/scratch.fixture.ts";

const hour = 3_600_000;
const bounds = { maxBytes: 8_000_000 };

function openForTest(directory = scratchDirectory(), maxBytes = 16_000_000) {
  let time = 1_700_000_000_000;
  const clock = { advance: (ms: number) => void (time += ms) };
  const open = (): Embedded => {
    const embedded = openEmbedded({ directory, maxBytes, now: () => time });
    onTestFinished(() => embedded.close());
    return embedded;
  };
  return { directory, open, ...clock };
}

testStore("embedded", async () => {
  const { open, advance } = openForTest();
  let embedded = open();
  return {
    store: embedded.store("test", bounds),
    advance,
    async reopen() {
      await embedded.close();
      embedded = open();
      return embedded.store("test", bounds);
    },
  };
});

describe("openEmbedded", () => {
  it("holds the bound of a flooded store and leaves the others alone", async () => {
    const { open, directory } = openForTest();
    const embedded = open();
    const quiet = embedded.store("quiet", { maxBytes: 1_000_000 });
    const flooded = embedded.store("flooded", { maxBytes: 2_000_000 });
    const all = <T>(count: number, call: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => call(index)));

    await all(100, (index) => quiet.set(`quiet:${index}`, "x".repeat(1_000)));
    await all(20_000, (index) => flooded.set(`flood:${index}`, "x".repeat(index % 1_000)));

    const kept = await all(20_000, (index) => flooded.get(`flood:${index}`));
    const first = kept.findIndex((value) => value !== undefined);
    const bytes = kept.reduce((sum, value, index) => {
      return value === undefined ? sum : sum + value.length + `flood:${index}`.length;
    }, 0);
    expect(bytes).toBeLessThan(2_000_000);
    expect(bytes).toBeGreaterThan(1_500_000);
    // The oldest went first, without a gap.
    expect(kept.slice(first).every((value) => value !== undefined)).toBe(true);
    const untouched = await all(100, (index) => quiet.get(`quiet:${index}`));
    expect(untouched.every((value) => value?.length === 1_000)).toBe(true);
    expect(statSync(join(directory, "store.mdb")).size).toBeLessThan(3 * 3_000_000);
  });

  it("saves from eviction what was read an hour after it was written", async () => {
    const { open, advance } = openForTest();
    const store = open().store("test", { maxBytes: 100_000 });
    const write = (index: number) => store.set(`filler:${index}`, "x".repeat(1_000));
    await store.set("read late", "1");
    await store.set("read early", "1");
    for (let index = 0; index < 45; index += 1) await write(index);
    advance(hour - 1);
    await store.get("read early");
    advance(1);
    await store.get("read late");
    for (let index = 45; index < 95; index += 1) await write(index);
    expect(await store.get("read late")).toBe("1");
    expect(await store.get("read early")).toBeUndefined();
  });

  it("keeps the order of use when the clock goes back", async () => {
    const { open, advance } = openForTest();
    const store = open().store("test", { maxBytes: 50_000 });
    for (let index = 0; index < 200; index += 1) {
      await store.set(`${index}`, "x".repeat(1_000));
      advance(-hour);
    }
    expect(await store.get("199")).toBe("x".repeat(1_000));
    expect(await store.get("0")).toBeUndefined();
  });

  it("makes room for a large value among many small ones", async () => {
    const { open } = openForTest();
    const store = open().store("test", { maxBytes: 1_200_000 });
    const small = Array.from({ length: 8_000 }, (_, index) => `small:${index}`);
    await Promise.all(small.map((key) => store.set(key, "1")));
    await store.set("large", "x".repeat(1_000_000));
    expect((await store.get("large"))?.length).toBe(1_000_000);
    await store.set("small:new", "1");
    expect(await store.get("small:0")).toBeUndefined();
    expect(await store.get("small:new")).toBe("1");
  });

  it("shrinks to a smaller bound when opened again", async () => {
    const { open } = openForTest();
    const before = open();
    const store = before.store("test", { maxBytes: 4_000_000 });
    const keys = Array.from({ length: 2_000 }, (_, index) => `key:${index}`);
    await Promise.all(keys.map((key) => store.set(key, "x".repeat(1_000))));
    await before.close();
    const after = open();
    const smaller = after.store("test", { maxBytes: 500_000 });
    // Each write does a part of the work.
    for (let index = 0; index < 10; index += 1) await smaller.set("last", String(index));
    const kept = await Promise.all(keys.map((key) => smaller.get(key)));
    expect(kept.filter((value) => value !== undefined).length).toBeLessThan(500);
    expect(kept.at(-1)).toBe("x".repeat(1_000));
  });

  it("gives the same store for the same name", async () => {
    const { open } = openForTest();
    const embedded = open();
    await embedded.store("one", bounds).set("a", "1");
    expect(await embedded.store("one", bounds).get("a")).toBe("1");
    expect(await embedded.store("two", bounds).get("a")).toBeUndefined();
  });

  it.each(["", "__proto__", "One", "a:b", "../x"])("refuses '%s' as a name", (name) => {
    const { open } = openForTest();
    expect(() => open().store(name, bounds)).toThrow("is no name for a store");
  });

  it.each([0, -1, Number.NaN, 16_000_001])("refuses a bound of %d bytes", (maxBytes) => {
    const { open } = openForTest();
    expect(() => open().store("test", { maxBytes })).toThrow("cannot have");
  });

  it("refuses bounds that add up to more than its own", () => {
    const { open } = openForTest();
    const embedded = open();
    embedded.store("one", { maxBytes: 12_000_000 });
    expect(() => embedded.store("two", { maxBytes: 5_000_000 })).toThrow("cannot have 5000000");
  });

  it("finishes what was asked for before it closes", async () => {
    const { open } = openForTest();
    const before = open();
    const store = before.store("test", bounds);
    const writes = Promise.all([store.set("a", "1"), store.increment("n", 2), store.set("b", "3")]);
    await before.close();
    await writes;
    expect(await open().store("test", bounds).get("b")).toBe("3");
  });
});
