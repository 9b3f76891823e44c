import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import { systemClock } from "../time/clock.ts";
import { createChanges } from "./changes.ts";
import { createMemoryStore } from "./stores/memory.ts";
import type { Store } from "./stores/store.ts";

function createWorld() {
  const store = createMemoryStore({ maxBytes: 1_000_000 });
  let now = 0;
  const clock = { ...systemClock, monotonic: () => now };
  const open = () => {
    const forgotten: string[] = [];
    const listener = {
      forget: (tag: string) => void forgotten.push(tag),
      forgetAll: () => void forgotten.push("everything"),
    };
    return { forgotten, changes: createChanges({ store, listener, recentMs: 25, clock }) };
  };
  return { open, store, pass: (ms: number) => void (now += ms) };
}

describe("changes", () => {
  it("reach the process that made them at once", () => {
    const { changes, forgotten } = createWorld().open();
    changes.note("java/1");
    expect(forgotten).toEqual(["java/1"]);
  });

  it("are not reported again to the process that made them", async () => {
    const { open } = createWorld();
    const [one, other] = [open(), open()];
    await one.changes.catchUp();
    await other.changes.catchUp();
    one.changes.note("java/1");
    await one.changes.propagated();
    other.changes.note("java/2");
    await other.changes.propagated();
    await one.changes.catchUp();
    await other.changes.catchUp();
    expect(one.forgotten).toEqual(["java/1", "java/2"]);
    // It had not read the other's change when it made its own.
    expect(other.forgotten).toEqual(["java/2", "java/1", "java/2"]);
  });

  it("reach other processes when they read the log, each once", async () => {
    const { open } = createWorld();
    const [one, other] = [open(), open()];
    await other.changes.catchUp();
    one.changes.note("java/1");
    one.changes.note("java/2");
    await one.changes.propagated();
    await other.changes.catchUp();
    await other.changes.catchUp();
    expect(other.forgotten).toEqual(["java/1", "java/2"]);
  });

  it("are not read again for 25 ms", async () => {
    const { open, pass } = createWorld();
    const { changes } = open();
    expect(changes.isRecent()).toBe(false);
    await changes.catchUp();
    pass(24);
    expect(changes.isRecent()).toBe(true);
    pass(1);
    expect(changes.isRecent()).toBe(false);
  });

  it("do not affect a process that has just started", async () => {
    const { open } = createWorld();
    const one = open();
    one.changes.note("java/1");
    await one.changes.propagated();
    const late = open();
    await late.changes.catchUp();
    expect(late.forgotten).toEqual([]);
  });

  it("clear the memory of a process that missed too many", async () => {
    const { open } = createWorld();
    const [one, other] = [open(), open()];
    await other.changes.catchUp();
    for (let index = 0; index < 300; index += 1) one.changes.note(`java/${index}`);
    await one.changes.propagated();
    await other.changes.catchUp();
    expect(other.forgotten).toEqual(["everything"]);
  });

  it("clear the memory of every process when the log is gone", async () => {
    const { open, store } = createWorld();
    const [one, other] = [open(), open()];
    one.changes.note("java/1");
    await one.changes.propagated();
    await other.changes.catchUp();
    await store.delete("changes:v1");
    await other.changes.catchUp();
    expect(other.forgotten).toEqual(["everything"]);
  });

  it("made while the log is being read are read as well", async () => {
    const { changes, forgotten, store, whileReading } = createListening();
    await changes.catchUp();
    whileReading(async (onMessage) => {
      whileReading(async () => {});
      await store.set("changes:v1", JSON.stringify({ last: 1, tags: ["java/1"] }));
      onMessage();
    });
    await changes.catchUp();
    expect(forgotten).toEqual(["java/1"]);
    expect(changes.isRecent()).toBe(true);
  });

  it("are read twice at most while each read brings another message, and soon again", async () => {
    const { changes, clock, reads, whileReading } = createListening();
    whileReading(async (onMessage) => onMessage());
    await changes.catchUp();
    expect([reads(), changes.isRecent()]).toEqual([2, true]);
    clock.advance(25);
    expect(changes.isRecent()).toBe(false);
    whileReading(async () => {});
    await changes.catchUp();
    clock.advance(19_999);
    expect([reads(), changes.isRecent()]).toEqual([3, true]);
  });

  it("that cannot be read hold no request up for longer than 150 ms", async () => {
    const { changes, whileReading } = createListening();
    await changes.catchUp();
    whileReading(() => new Promise(() => {}));
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.fn<() => void>();
    void changes.catchUp().then(ended);
    await vi.advanceTimersByTimeAsync(149);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("are announced by the time that their own round takes, whatever comes after them", async () => {
    const { changes, clock } = createListening();
    const ended: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      changes.note(`java/${count}`);
      const at = clock.monotonic();
      void changes.propagated().then(() => ended.push(clock.monotonic() - at));
      await clock.pass(10);
    }
    // It takes the rest of a round that is under way, and a whole one.
    expect([ended.length > 30, Math.max(...ended)]).toEqual([true, 60]);
  });

  it("that cannot be written hold a refresh up for two seconds", async () => {
    const { changes } = createListening({ transact: () => new Promise(() => {}) });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    changes.note("java/1");
    const ended = vi.fn<() => void>();
    void changes.propagated().then(ended);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(ended).toHaveBeenCalledOnce();
  });
});

/** A process that receives messages, on a clock that the test moves; something may happen while it reads. */
function createListening(parts: Partial<Store> = {}) {
  const clock = createTestClock();
  const store = createMemoryStore({ maxBytes: 1_000_000 });
  const forgotten: string[] = [];
  let onMessage = () => {};
  let whileReading: (onMessage: () => void) => Promise<void> = async () => {};
  let reads = 0;
  const changes = createChanges({
    store: {
      ...store,
      ...parts,
      async get(key) {
        reads += 1;
        const text = await store.get(key);
        await whileReading(onMessage);
        return text;
      },
    },
    listener: {
      forget: (tag) => void forgotten.push(tag),
      forgetAll: () => void forgotten.push("everything"),
    },
    recentMs: 25,
    channel: {
      listen: (callback) => (onMessage = callback),
      isListening: () => true,
      send: () => Promise.resolve(),
    },
    clock,
  });
  return {
    changes,
    clock,
    forgotten,
    store,
    reads: () => reads,
    whileReading: (next: typeof whileReading) => void (whileReading = next),
  };
}
