import { beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { BusyError, createFlightsInTurn, createTurns, type InTurn } from "./queue.ts";

const PLACES = 6;

let inTurn: InTurn<string>;
/** What was started, in order. */
let started: string[];
let endings: Map<string, (error?: Error) => void>;

beforeEach(() => {
  inTurn = createFlightsInTurn(createTurns({ slots: 1, places: PLACES }));
  started = [];
  endings = new Map();
});

/** Requests something for a client: `done`, `busy`, or the message of what went wrong. */
function request(name: string, client: string): Promise<string> {
  const work = () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      endings.set(name, (error) => (error === undefined ? resolve("done") : reject(error)));
    });
  return inTurn(name, { priority: "foreground", client }, work).catch((error: unknown) =>
    error instanceof BusyError ? "busy" : (error as Error).message,
  );
}

/** Lets what was started end, and all that follows. */
async function endAll(): Promise<void> {
  for (let ended = 0; ended < started.length; ended += 1) {
    endings.get(started[ended] ?? "")?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const calm = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  it("go from client to client", async () => {
    const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => request(name, name[0] ?? ""));
    await calm();
    await endAll();
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
    expect(new Set(await Promise.all(all))).toEqual(new Set(["done"]));
  });

  it("are refused to the client with the most places, never to a newcomer", async () => {
    const flood = Array.from({ length: 20 }, (_, at) => request(`a${at}`, "a"));
    const others = ["b1", "b2", "b3", "c1"].map((name) => request(name, name[0] ?? ""));
    await calm();
    await endAll();
    expect(await Promise.all(others)).toEqual(["done", "done", "busy", "done"]);
    const given = await Promise.all(flood);
    expect(given.filter((outcome) => outcome === "done")).toHaveLength(4);
  });

  it("are shared by those who want the same, and come as early as for the first of them", async () => {
    const flood = Array.from({ length: 7 }, (_, at) => request(`a${at}`, "a"));
    const joined = request("a6", "b");
    await calm();
    await endAll();
    // One place is that of the other client now, so none of the seven is refused.
    expect(started).toEqual(["a0", "a1", "a6", "a2", "a3", "a4", "a5"]);
    expect(new Set([await joined, ...(await Promise.all(flood))])).toEqual(new Set(["done"]));
  });

  it("take one place for what a client requests repeatedly", async () => {
    const first = request("a0", "a");
    const same = Array.from({ length: 50 }, () => request("a1", "a"));
    const last = request("a2", "a");
    await calm();
    await endAll();
    expect(started).toEqual(["a0", "a1", "a2"]);
    expect(new Set(await Promise.all([first, ...same, last]))).toEqual(new Set(["done"]));
  });

  it("go on after a failure, and what failed is done again when it is requested again", async () => {
    const failing = request("a1", "a");
    const next = request("a2", "a");
    await calm();
    endings.get("a1")?.(new Error("no luck"));
    expect(await failing).toBe("no luck");
    const again = request("a1", "a");
    await calm();
    await endAll();
    expect(await Promise.all([next, again])).toEqual(["done", "done"]);
    expect(started).toEqual(["a1", "a2", "a1"]);
  });
});

describe("a queue in order of arrival", () => {
  const caller = { priority: "foreground" } as const;

  it("starts nothing before it is resumed, nor after it is paused", async () => {
    const { enter, resume, pause } = createTurns({ slots: 1, places: 2, startsPaused: true });
    const order: string[] = [];
    const first = enter(caller).turn.then((end) => (order.push("first"), end));
    const second = enter(caller).turn.then(() => order.push("second"));
    await expect(enter(caller).turn).rejects.toThrow(BusyError);
    expect(order).toEqual([]);
    resume();
    const end = await first;
    pause();
    end();
    await calm();
    expect(order).toEqual(["first"]);
    resume();
    await second;
    expect(order).toEqual(["first", "second"]);
  });

  it("refuses what had no turn in time, and what is no longer wanted", async () => {
    const due: (() => void)[] = [];
    const clock = {
      ...systemClock,
      after: (_: number, run: () => void) => {
        due.push(run);
        return () => undefined;
      },
    };
    const { enter } = createTurns({ slots: 1, places: 2, waitMs: 5_000, clock });
    const end = await enter(caller).turn;
    const late = enter(caller).turn;
    due.at(-1)?.();
    await expect(late).rejects.toThrow("No turn in time");
    const abort = new AbortController();
    const unwanted = enter(caller, abort.signal).turn;
    abort.abort();
    await expect(unwanted).rejects.toThrow("no longer wanted");
    await expect(enter(caller, abort.signal).turn).rejects.toThrow("no longer wanted");
    end();
    await enter(caller).turn;
  });
});
