import { describe, expect, it } from "vitest";
import { createLeases, type FailureCodec, type Leases } from "./leases.ts";
import { createMemoryStore } from "./stores/memory.ts";
import type { Store } from "./stores/store.ts";

const codec: FailureCodec = {
  encode: (error) => (error instanceof Error ? error.message : null),
  decode: (text) => new Error(`${text}, elsewhere`),
  late: (key) => new Error(`${key} is late`),
};

/** Several processes on one store, and what they load. */
function createWorld(processes: number) {
  let time = 0;
  const store = createMemoryStore({ maxBytes: 1_000_000, now: () => time });
  const held: { resolve(value: string): void; reject(error: Error): void }[] = [];
  let value: string | undefined;
  const loads = { count: 0 };
  const all = Array.from({ length: processes }, () => createLeases({ store, failures: codec }));
  const leasesOf = (process: number): Leases => {
    const leases = all[process];
    if (leases === undefined) throw new Error(`there is no process ${process}`);
    return leases;
  };
  return {
    loads,
    held,
    pass: (ms: number) => void (time += ms),
    bring: (text: string) => void (value = text),
    /** Asks one process; its load hangs until `held` is settled. */
    ask: (process: number, waitMs = 5_000, insist = false) =>
      leasesOf(process).once("key", {
        load: () => {
          loads.count += 1;
          return new Promise<string>((resolve, reject) => held.push({ resolve, reject }));
        },
        look: () => Promise.resolve(value),
        waitMs,
        insist,
      }),
    /** Resolves once a load has begun. */
    async loading(count: number) {
      await expect.poll(() => loads.count).toBe(count);
    },
  };
}

describe("leases", () => {
  it("let one process load, and the others take what it brings", async () => {
    const world = createWorld(4);
    const answers = [0, 1, 2, 3].map((process) => world.ask(process));
    await world.loading(1);
    world.bring("value");
    world.held[0]?.resolve("value");
    expect(await Promise.all(answers)).toEqual(["value", "value", "value", "value"]);
    expect(world.loads.count).toBe(1);
  });

  it("are not used by who finds, once it holds one, that the value has come", async () => {
    const world = createWorld(2);
    const first = world.ask(0);
    await world.loading(1);
    world.held[0]?.resolve("value");
    expect(await first).toBe("value");
    world.bring("value");
    world.pass(60_000);
    expect(await world.ask(1)).toBe("value");
    expect(world.loads.count).toBe(1);
  });

  it("share a failure", async () => {
    const world = createWorld(3);
    const answers = [0, 1, 2].map((process) =>
      world.ask(process).then(
        () => "no failure",
        (error: unknown) => (error as Error).message,
      ),
    );
    await world.loading(1);
    world.held[0]?.reject(new Error("down"));
    const messages = await Promise.all(answers);
    expect(messages.toSorted()).toEqual(["down", "down, elsewhere", "down, elsewhere"]);
    expect(world.loads.count).toBe(1);
  });

  it("pass on when their holder dies", async () => {
    const world = createWorld(2);
    void world.ask(0);
    await world.loading(1);
    const second = world.ask(1);
    // The holder never renews: to the store, it is dead.
    world.pass(3_000);
    await world.loading(2);
    world.held[1]?.resolve("of the second");
    expect(await second).toBe("of the second");
  });

  it("are kept while a load takes long", async () => {
    const store = createMemoryStore({ maxBytes: 1_000_000 });
    const first = createLeases({ store, failures: codec });
    const second = createLeases({ store, failures: codec });
    let loads = 0;
    const options = (ms: number) => ({
      load: async () => {
        loads += 1;
        await new Promise((resolve) => setTimeout(resolve, ms));
        return "value";
      },
      look: () => Promise.resolve(undefined),
      waitMs: 3_800,
    });
    const slow = first.once("key", options(4_500));
    await expect.poll(() => loads).toBe(1);
    await expect(second.once("key", options(0))).rejects.toThrow("key is late");
    expect(loads).toBe(1);
    expect(await slow).toBe("value");
  }, 10_000);

  it("are taken at once by who insists, but not from who holds one", async () => {
    const world = createWorld(2);
    const failed = world.ask(0).catch(() => "failed");
    await world.loading(1);
    world.held[0]?.reject(new Error("down"));
    expect(await failed).toBe("failed");
    const insisting = world.ask(1, 5_000, true);
    await world.loading(2);
    await expect(world.ask(0, 0, true)).rejects.toThrow("late");
    world.held[1]?.resolve("anew");
    expect(await insisting).toBe("anew");
  });

  it("do not stand in the way when the store fails", async () => {
    const broken: Pick<Store, "get" | "compareAndSet"> = {
      get: () => Promise.reject(new Error("no store")),
      compareAndSet: () => Promise.reject(new Error("no store")),
    };
    const leases = createLeases({ store: broken, failures: codec });
    const options = { load: () => Promise.resolve("value"), waitMs: 5_000 };
    const look = () => Promise.resolve(undefined);
    expect(await leases.once("key", { ...options, look })).toBe("value");
  });
});
