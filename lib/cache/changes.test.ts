import { describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { createChanges } from "./changes.ts";
import { createMemoryStore } from "./stores/memory.ts";

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
    const { store } = createWorld();
    const forgotten: string[] = [];
    const listener = {
      forget: (tag: string) => void forgotten.push(tag),
      forgetAll: () => void forgotten.push("everything"),
    };
    let onMessage = () => {};
    let whileReading = async () => {};
    const changes = createChanges({
      store: {
        ...store,
        async get(key) {
          const text = await store.get(key);
          await whileReading();
          return text;
        },
      },
      listener,
      recentMs: 25,
      channel: {
        listen: (callback) => (onMessage = callback),
        isListening: () => true,
        send: () => Promise.resolve(),
      },
      clock: { ...systemClock, monotonic: () => 0 },
    });
    await changes.catchUp();
    whileReading = async () => {
      whileReading = async () => {};
      await store.set("changes:v1", JSON.stringify({ last: 1, subjects: ["java/1"] }));
      onMessage();
    };
    await changes.catchUp();
    expect(forgotten).toEqual(["java/1"]);
    expect(changes.isRecent()).toBe(true);
  });
});
