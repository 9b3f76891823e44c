import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../time/clock.ts";
import { testStore } from "./conformance.fixture.ts";
import { increment } from "./store.fixture.ts";
import { openSqlite, type Sqlite } from "./sqlite.ts";
import { scratchDirectory } from "./sqlite/scratch.fixture.ts";

const hour = 3_600_000;
const bounds = { maxBytes: 8_000_000 };
/** Only what expires is evicted. */
const EVICTABLE = { ttlMs: 1_000 * 24 * hour };

function openForTest(directory = scratchDirectory()) {
  let time = 1_700_000_000_000;
  const file = join(directory, "test.sqlite");
  const logger = { error: (_: object, message?: string) => expect.fail(message) };
  const open = (): Sqlite => {
    const sqlite = openSqlite({
      directory,
      name: "test",
      logger,
      clock: { ...systemClock, now: () => time },
    });
    onTestFinished(() => sqlite.close());
    return sqlite;
  };
  return { file, open, advance: (ms: number) => void (time += ms) };
}

testStore("embedded", async () => {
  const { open, advance } = openForTest();
  let sqlite = open();
  return {
    store: sqlite.store("test", bounds),
    advance,
    async reopen() {
      sqlite.close();
      sqlite = open();
      return sqlite.store("test", bounds);
    },
  };
});

describe("openSqlite", () => {
  it("holds the bound of a flooded store and leaves the others alone", async () => {
    const { open, file } = openForTest();
    const sqlite = open();
    const quiet = sqlite.store("quiet", { maxBytes: 1_000_000 });
    const flooded = sqlite.store("flooded", { maxBytes: 2_000_000 });
    const all = <T>(count: number, call: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => call(index)));

    await all(100, (index) => quiet.set(`quiet:${index}`, "x".repeat(1_000)));
    for (let index = 0; index < 20_000; index += 1) {
      await flooded.set(`flood:${index}`, "x".repeat(index % 1_000), EVICTABLE);
      if (index % 1_000 === 0) await sqlite.committed();
    }
    await sqlite.committed();
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
    expect(statSync(file).size).toBeLessThan(3 * 3_000_000);
  });

  it("does not evict an entry that was read an hour after it was written", async () => {
    const { open, advance } = openForTest();
    const sqlite = open();
    const store = sqlite.store("test", { maxBytes: 100_000 });
    const write = (index: number) => store.set(`filler:${index}`, "x".repeat(1_000), EVICTABLE);
    await store.set("read late", "1", EVICTABLE);
    await store.set("read early", "1", EVICTABLE);
    for (let index = 0; index < 45; index += 1) await write(index);
    advance(hour - 1);
    await store.get("read early");
    advance(1);
    await store.get("read late");
    await store.set("later", "1");
    await sqlite.committed();
    for (let index = 45; index < 95; index += 1) await write(index);
    await sqlite.committed();
    expect(await store.get("read late")).toBe("1");
    expect(await store.get("read early")).toBeUndefined();
  });

  it("keeps the order of use when the clock goes back", async () => {
    const { open, advance } = openForTest();
    const sqlite = open();
    const store = sqlite.store("test", { maxBytes: 50_000 });
    for (let index = 0; index < 200; index += 1) {
      await store.set(`${index}`, "x".repeat(1_000), EVICTABLE);
      advance(-hour);
    }
    await sqlite.committed();
    expect(await store.get("199")).toBe("x".repeat(1_000));
    expect(await store.get("0")).toBeUndefined();
  });

  it("makes room for a large value among many small ones", async () => {
    const { open } = openForTest();
    const sqlite = open();
    const store = sqlite.store("test", { maxBytes: 1_200_000 });
    const small = Array.from({ length: 8_000 }, (_, index) => `small:${index}`);
    await Promise.all(small.map((key) => store.set(key, "1", EVICTABLE)));
    await store.set("large", "x".repeat(1_000_000), EVICTABLE);
    expect((await store.get("large"))?.length).toBe(1_000_000);
    await store.set("small:new", "1", EVICTABLE);
    await sqlite.committed();
    expect(await store.get("small:0")).toBeUndefined();
    expect(await store.get("small:new")).toBe("1");
  });

  it("shrinks to a smaller bound when opened again", async () => {
    const { open } = openForTest();
    const before = open();
    const store = before.store("test", { maxBytes: 4_000_000 });
    const keys = Array.from({ length: 2_000 }, (_, index) => `key:${index}`);
    await Promise.all(keys.map((key) => store.set(key, "x".repeat(1_000), EVICTABLE)));
    before.close();
    const after = open();
    const smaller = after.store("test", { maxBytes: 500_000 });
    await smaller.set("last", "1", EVICTABLE);
    await after.committed();
    const kept = await Promise.all(keys.map((key) => smaller.get(key)));
    expect(kept.filter((value) => value !== undefined).length).toBeLessThan(500);
    expect(kept.at(-1)).toBe("x".repeat(1_000));
  });

  it("gives the same store for the same name", async () => {
    const { open } = openForTest();
    const sqlite = open();
    await sqlite.store("one", bounds).set("a", "1");
    expect(await sqlite.store("one", bounds).get("a")).toBe("1");
    expect(await sqlite.store("two", bounds).get("a")).toBeUndefined();
  });

  it("drops nothing from a store without a bound, whatever the others are flooded with", async () => {
    const { open } = openForTest();
    const sqlite = open();
    const durable = sqlite.store("durable");
    const flooded = sqlite.store("flooded", { maxBytes: 100_000 });
    await durable.set("first", "x".repeat(500_000));
    for (let index = 0; index < 2_000; index += 1) {
      await flooded.set(`${index}`, "x".repeat(1_000), EVICTABLE);
      if (index % 100 === 0) await sqlite.committed();
    }
    expect((await durable.get("first"))?.length).toBe(500_000);
    expect(await flooded.get("0")).toBeUndefined();
  });

  it("evicts nothing that never expires, from a bounded store either", async () => {
    const { open, file } = openForTest();
    const sqlite = open();
    const store = sqlite.store("test", { maxBytes: 200_000 });
    const lasting = Array.from({ length: 150 }, (_, index) => `lasting:${index}`);
    await Promise.all(lasting.map((key) => store.set(key, "x".repeat(1_000))));
    for (let index = 0; index < 5_000; index += 1) {
      await store.set(`${index}`, "x".repeat(1_000), EVICTABLE);
      if (index % 100 === 0) await sqlite.committed();
    }
    await sqlite.committed();
    const kept = await Promise.all(lasting.map((key) => store.get(key)));
    expect(kept.every((value) => value?.length === 1_000)).toBe(true);
    expect(await store.get("4999")).toBe("x".repeat(1_000));
    expect(await store.get("0")).toBeUndefined();
    expect(statSync(file).size).toBeLessThan(1_000_000);
  });

  it("deletes expired entries without any request", async () => {
    const { open, file, advance } = openForTest();
    const sqlite = open();
    const store = sqlite.store("test");
    for (let index = 0; index < 500; index += 1) await store.set(`${index}`, "1", { ttlMs: 10 });
    await sqlite.committed();
    advance(hour);
    await store.set("now", "1");
    await sqlite.committed();
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    expect(other.prepare("SELECT bytes FROM sizes").all()).toEqual([{ bytes: 104 }]);
  });

  it("completes pending operations before it closes", async () => {
    const { open } = openForTest();
    const before = open();
    const store = before.store("test", bounds);
    const writes = Promise.all([
      store.set("a", "1"),
      increment(store, "n", 2),
      store.set("b", "3"),
    ]);
    before.close();
    await writes;
    expect(await open().store("test", bounds).get("b")).toBe("3");
  });
});
