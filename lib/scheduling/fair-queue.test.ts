import { beforeEach, describe, expect, it } from "vitest";
import { createTestClock, type TestClock } from "../../testing/test-clock.ts";
import { BusyError, createFairQueue, ClientLeftError, type FairQueue } from "./fair-queue.ts";

const ROOM = 6;
const WAIT_MS = 5_000;

let clock: TestClock;
let queue: FairQueue<string>;
/** The work that was started, in order, and the part of it that was abandoned. */
let started: string[];
let abandoned: string[];
let endings: Map<string, (error?: Error) => void>;

beforeEach(() => open());

function open(options: Partial<Parameters<typeof createFairQueue>[0]> = {}): void {
  clock = createTestClock();
  queue = createFairQueue({ slots: 1, room: ROOM, waitMs: WAIT_MS, clock, ...options });
  started = [];
  abandoned = [];
  endings = new Map();
}

/** Requests something for a client: `done`, `busy`, `left`, or the message of what went wrong. */
async function request(
  name: string,
  client: string,
  { cost = 1, signal }: { cost?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const caller = {
    priority: "foreground",
    client,
    ...(signal && { whenClientLeaves: () => signal }),
  } as const;
  try {
    return await queue.run(name, caller, cost, (turn) => {
      started.push(name);
      turn.signal.addEventListener("abort", () => abandoned.push(name));
      return new Promise<string>((resolve, reject) => {
        endings.set(name, (error) => (error === undefined ? resolve("done") : reject(error)));
      });
    });
  } catch (error) {
    if (error instanceof BusyError) return "busy";
    return error instanceof ClientLeftError ? "left" : (error as Error).message;
  }
}

/** The same, and a function that ends the request. */
function leavable(name: string, client: string, cost?: number) {
  const leaving = new AbortController();
  const outcome = request(name, client, { signal: leaving.signal, ...(cost && { cost }) });
  return { outcome, leave: () => leaving.abort() };
}

const calm = () => new Promise((resolve) => setImmediate(resolve));

/** Lets what was started end, and all that follows. */
async function endAll(): Promise<void> {
  await calm();
  for (let ended = 0; ended < started.length; ended += 1) {
    endings.get(started[ended] ?? "")?.();
    await calm();
  }
}

describe("turns", () => {
  it("go from client to client", async () => {
    const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => request(name, name[0] ?? ""));
    await endAll();
    expect(started).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    expect(new Set(await Promise.all(all))).toEqual(new Set(["done"]));
  });

  it("are refused to the client with the most places, never to a newcomer", async () => {
    const flood = Array.from({ length: 20 }, (_, at) => request(`a${at}`, "a"));
    const others = ["b1", "b2", "b3", "c1"].map((name) => request(name, name[0] ?? ""));
    await endAll();
    expect(await Promise.all(others)).toEqual(["done", "done", "done", "done"]);
    const given = await Promise.all(flood);
    expect(given.filter((outcome) => outcome === "done")).toHaveLength(3);
  });

  it("are as many at once as there are slots, and the next comes when one ends", async () => {
    open({ slots: 2 });
    const all = ["a1", "a2", "a3"].map((name) => request(name, "a"));
    await calm();
    expect(started).toEqual(["a1", "a2"]);
    await endAll();
    expect(await Promise.all(all)).toEqual(["done", "done", "done"]);
  });

  it("end early for work that says so", async () => {
    const caller = { priority: "foreground" } as const;
    let finish: (value: string) => void = () => {};
    const first = queue.run("first", caller, 1, ({ end }) => {
      end();
      return new Promise((resolve) => (finish = resolve));
    });
    const second = request("second", "a");
    await endAll();
    expect(await second).toBe("done");
    finish("finished");
    expect(await first).toBe("finished");
    // It has not freed its slot twice.
    const more = ["a1", "a2"].map((name) => request(name, "a"));
    await calm();
    expect(started).toEqual(["second", "a1"]);
    await endAll();
    await Promise.all(more);
  });

  it("begin when they are resumed, and none does after a pause", async () => {
    open({ startsPaused: true, room: 2 });
    const all = ["a1", "a2", "a3"].map((name) => request(name, "a"));
    await calm();
    expect(started).toEqual([]);
    queue.resume();
    await calm();
    queue.pause();
    await endAll();
    expect(started).toEqual(["a1"]);
    queue.resume();
    await endAll();
    expect(await Promise.all(all)).toEqual(["done", "done", "busy"]);
  });

  it("go on after a failure, and what failed is done again when it is requested again", async () => {
    const failing = request("a1", "a");
    const next = request("a2", "a");
    await calm();
    endings.get("a1")?.(new Error("no luck"));
    expect(await failing).toBe("no luck");
    const repeated = request("a1", "a");
    await endAll();
    expect(await Promise.all([next, repeated])).toEqual(["done", "done"]);
    expect(started).toEqual(["a1", "a2", "a1"]);
  });
});

describe("work", () => {
  it("is shared out among clients, not the number of their requests", async () => {
    open({ room: 1_000 });
    const large = ["a1", "a2", "a3"].map((name) => request(name, "a", { cost: 10 }));
    const small = Array.from({ length: 15 }, (_, at) => request(`b${at}`, "b"));
    await endAll();
    expect(started.join(" ")).toBe("a1 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 a2 b11 b12 b13 b14 a3");
    await Promise.all([...large, ...small]);
  });

  it("that is little comes before much of many clients, however long they have waited", async () => {
    open({ room: 10_000 });
    const large = Array.from({ length: 20 }, (_, at) =>
      request(`a${at}`, `client ${at}`, { cost: 100 }),
    );
    await calm();
    endings.get("a0")?.();
    await calm();
    const small = request("b", "b");
    const same = request("c", "c", { cost: 100 });
    await endAll();
    expect(started.slice(0, 4)).toEqual(["a0", "a1", "b", "a2"]);
    expect(started.at(-1)).toBe("c");
    await Promise.all([...large, small, same]);
  });

  it("that waits is counted by its cost", async () => {
    open({ room: 20 });
    const running = request("a0", "a");
    const large = ["a1", "a2", "a3"].map((name) => request(name, "a", { cost: 10 }));
    const small = Array.from({ length: 10 }, (_, at) => request(`b${at}`, "b"));
    const more = request("b10", "b");
    await endAll();
    expect(await Promise.all(large)).toEqual(["done", "busy", "busy"]);
    expect(new Set(await Promise.all([running, ...small]))).toEqual(new Set(["done"]));
    expect(await more).toBe("busy");
  });
});

describe("a request that waits", () => {
  it("is refused when its time is over, and others who want the same are not", async () => {
    const running = request("a0", "a");
    const early = request("a1", "a");
    clock.advance(WAIT_MS / 2);
    const late = [request("a1", "a"), request("a1", "b")];
    clock.advance(WAIT_MS / 2);
    expect(await early).toBe("busy");
    await endAll();
    expect(await Promise.all([running, ...late])).toEqual(["done", "done", "done"]);
    expect(started).toEqual(["a0", "a1"]);
  });

  it("is not refused once its turn has come, however long that takes", async () => {
    const running = request("a0", "a");
    await calm();
    clock.advance(2 * WAIT_MS);
    await endAll();
    expect(await running).toBe("done");
  });

  it("leaves the queue when it ends, and gives its place to others", async () => {
    const running = request("a0", "a");
    const ended = ["a1", "a2", "a3", "a4", "a5", "a6"].map((name) => leavable(name, "a"));
    for (const { leave } of ended) leave();
    expect(new Set(await Promise.all(ended.map(({ outcome }) => outcome)))).toEqual(
      new Set(["left"]),
    );
    const others = ["b1", "b2", "b3", "b4", "b5", "b6"].map((name) => request(name, "b"));
    await endAll();
    expect(started).toEqual(["a0", "b1", "b2", "b3", "b4", "b5", "b6"]);
    expect(new Set(await Promise.all([running, ...others]))).toEqual(new Set(["done"]));
  });

  it("is not begun when it has ended before", async () => {
    expect(await request("a1", "a", { signal: AbortSignal.abort() })).toBe("left");
    await calm();
    expect(started).toEqual([]);
  });
});

describe("what several want", () => {
  it("is done once, as early as for the first of them", async () => {
    const flood = Array.from({ length: 7 }, (_, at) => request(`a${at}`, "a"));
    const joined = request("a6", "b");
    await endAll();
    // One place is that of the other client now, so none of the seven is refused.
    expect(started).toEqual(["a0", "a6", "a1", "a2", "a3", "a4", "a5"]);
    expect(new Set([await joined, ...(await Promise.all(flood))])).toEqual(new Set(["done"]));
  });

  it("takes one place of each client", async () => {
    const first = request("a0", "a");
    const same = Array.from({ length: 50 }, () => request("a1", "a"));
    const last = request("a2", "a");
    await endAll();
    expect(started).toEqual(["a0", "a1", "a2"]);
    expect(new Set(await Promise.all([first, ...same, last]))).toEqual(new Set(["done"]));
  });

  it("waits as one piece of work, however many want it", async () => {
    open({ room: 3 });
    const running = request("a0", "a");
    const same = ["b", "c", "d", "e", "f"].map((client) => request("x", client));
    const others = ["g1", "g2"].map((name) => request(name, "g"));
    const more = request("g3", "g");
    await endAll();
    expect(new Set(await Promise.all([running, ...same, ...others]))).toEqual(new Set(["done"]));
    expect(await more).toBe("busy");
    expect(started).toEqual(["a0", "x", "g1", "g2"]);
  });

  it("is done for those who stay, in their turn", async () => {
    const running = request("a0", "a");
    const before = request("a1", "a");
    const first = leavable("x", "b");
    const second = leavable("x", "b");
    const other = request("x", "a");
    first.leave();
    second.leave();
    expect(await Promise.all([first.outcome, second.outcome])).toEqual(["left", "left"]);
    await endAll();
    expect(started).toEqual(["a0", "a1", "x"]);
    expect(await Promise.all([running, before, other])).toEqual(["done", "done", "done"]);
  });

  it("keeps the place of a client while one of its requests waits", async () => {
    const running = request("a0", "a");
    const before = request("a1", "a");
    const first = leavable("x", "b");
    const stays = request("x", "b");
    first.leave();
    await endAll();
    expect(started).toEqual(["a0", "x", "a1"]);
    expect(await Promise.all([running, before, stays])).toEqual(["done", "done", "done"]);
  });

  it("goes on while one of them waits, and is abandoned when the last has left", async () => {
    const first = leavable("x", "a");
    const second = leavable("x", "b");
    await calm();
    first.leave();
    expect(await first.outcome).toBe("left");
    expect(abandoned).toEqual([]);
    second.leave();
    expect(await second.outcome).toBe("left");
    expect(abandoned).toEqual(["x"]);
    // For whoever comes now it begins anew, when the slot is free.
    const endAbandoned = endings.get("x");
    const next = request("x", "c");
    await calm();
    expect(started).toEqual(["x"]);
    endAbandoned?.();
    await calm();
    const third = request("x", "d");
    endings.get("x")?.();
    expect(await Promise.all([next, third])).toEqual(["done", "done"]);
    expect(started).toEqual(["x", "x"]);
  });
});
