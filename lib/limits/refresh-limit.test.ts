import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import {
  createRefreshLimit,
  type RefreshLimit,
  type RefusedTurn,
  type Turn,
} from "./refresh-limit.ts";
import { createStoreTurns } from "./store-turns.ts";
import type { Turns } from "./turns.ts";

const HOUR_MS = 3_600_000;

/** Processes on one store, of which each may be cut off from it. */
function createWorld({ talking = false } = {}) {
  let now = 1_000_000_000_000;
  const store = createMemoryStore({ maxBytes: 1_000_000, now: () => now });
  /** Who hears what the others tell. */
  const processes: RefreshLimit[] = [];
  const openProcess = () => {
    const turns = createStoreTurns(store);
    let cut = false;
    const unlessCut = async <Result>(work: () => Promise<Result>) => {
      if (cut) throw new Error("the store cannot be reached");
      return work();
    };
    const reachable: Turns = {
      take: (key) => unlessCut(() => turns.take(key)),
      giveBack: (key) => unlessCut(() => turns.giveBack(key)),
      note: (key, leftMs) => unlessCut(() => turns.note(key, leftMs)),
    };
    const limit = createRefreshLimit(reachable, {
      now: () => now,
      retryMs: 5,
      ...(talking && { tell: (message) => processes.forEach((one) => one.hear(message)) }),
    });
    processes.push(limit);
    return { limit, cutOff: () => void (cut = true), reconnect: () => void (cut = false) };
  };
  return { openProcess, store, pass: (ms: number) => void (now += ms) };
}

async function granted(turn: Promise<Turn | RefusedTurn>): Promise<Turn> {
  const result = await turn;
  if (!result.granted) throw new Error("The turn was refused");
  return result;
}

describe("the refresh limit", () => {
  it("grants one turn an hour and says how long to wait, in every process", async () => {
    const { openProcess, pass } = createWorld();
    const [one, other] = [openProcess().limit, openProcess().limit];
    await granted(one.take(["client:a"]));
    for (const limit of [one, other]) {
      expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
    }
    pass(HOUR_MS - 1_500);
    for (const limit of [one, other]) {
      expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 2 });
    }
    pass(1_500);
    await granted(other.take(["client:a"]));
    expect(await one.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("takes all keys or none", async () => {
    const { limit } = createWorld().openProcess();
    await granted(limit.take(["profile:java"]));
    expect(await limit.take(["profile:bedrock", "profile:java"])).toMatchObject({ granted: false });
    await granted(limit.take(["profile:bedrock"]));
  });

  it("takes a key that is named twice once", async () => {
    const { limit } = createWorld().openProcess();
    await granted(limit.take(["profile:a", "profile:a"]));
  });

  it("gives a turn back, for every process", async () => {
    const { openProcess } = createWorld();
    const [one, other] = [openProcess().limit, openProcess().limit];
    const turn = await granted(one.take(["client:a", "profile:b"]));
    await turn.giveBack();
    await turn.giveBack();
    await granted(other.take(["client:a"]));
    await granted(one.take(["profile:b"]));
  });

  it("never gives back a turn that has become another's", async () => {
    const { openProcess, pass } = createWorld();
    const [one, other] = [openProcess().limit, openProcess().limit];
    const turn = await granted(one.take(["client:a"]));
    pass(HOUR_MS);
    await granted(other.take(["client:a"]));
    await turn.giveBack();
    expect(await one.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("grants exactly one of 1,000 simultaneous turns", async () => {
    const { openProcess } = createWorld();
    const limits = [openProcess().limit, openProcess().limit];
    const turns = await Promise.all(
      Array.from({ length: 500 }, () => limits.map((limit) => limit.take(["client:a"]))).flat(),
    );
    expect(turns.filter((turn) => turn.granted)).toHaveLength(1);
  });
});

describe("a process that is cut off", () => {
  it("grants alone, once an hour, and never fails", async () => {
    const { openProcess, pass } = createWorld();
    const { limit, cutOff } = openProcess();
    cutOff();
    const turns = await Promise.all(Array.from({ length: 50 }, () => limit.take(["client:a"])));
    expect(turns.filter((turn) => turn.granted)).toHaveLength(1);
    pass(HOUR_MS);
    const turn = await granted(limit.take(["client:a"]));
    await turn.giveBack();
    await granted(limit.take(["client:a"]));
  });

  it("still refuses what it granted before", async () => {
    const { openProcess } = createWorld();
    const { limit, cutOff } = openProcess();
    await granted(limit.take(["client:a"]));
    cutOff();
    expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
  });

  it("tells the others afterwards, with the time that is left", async () => {
    const { openProcess, pass, store } = createWorld();
    const { limit, cutOff, reconnect } = openProcess();
    cutOff();
    await granted(limit.take(["client:a"]));
    const undone = await granted(limit.take(["client:b"]));
    await undone.giveBack();
    await granted(limit.take(["client:old"]));
    pass(600_000);
    reconnect();
    const other = openProcess().limit;
    await expect.poll(() => store.timeToLive("refresh:client:a")).toBe(3_000_000);
    expect(await other.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_000 });
    await granted(other.take(["client:b"]));
  });

  it("does not tell of a turn whose hour is over", async () => {
    const { openProcess, pass, store } = createWorld();
    const { limit, cutOff, reconnect } = openProcess();
    cutOff();
    await granted(limit.take(["client:old"]));
    pass(HOUR_MS);
    await granted(limit.take(["client:new"]));
    reconnect();
    await expect.poll(() => store.get("refresh:client:new")).toBeDefined();
    expect(await store.get("refresh:client:old")).toBeUndefined();
  });

  it("leaves a turn alone that another granted meanwhile", async () => {
    const { openProcess, pass, store } = createWorld();
    const [one, other] = [openProcess(), openProcess()];
    one.cutOff();
    await granted(one.limit.take(["client:a"]));
    pass(60_000);
    await granted(other.limit.take(["client:a"]));
    await granted(one.limit.take(["client:b"]));
    one.reconnect();
    await expect.poll(() => store.get("refresh:client:b")).toBeDefined();
    expect(await store.timeToLive("refresh:client:a")).toBe(HOUR_MS);
  });

  it("keeps a turn that cannot be given back", async () => {
    const { openProcess } = createWorld();
    const [one, other] = [openProcess(), openProcess()];
    const turn = await granted(one.limit.take(["client:a"]));
    one.cutOff();
    await turn.giveBack();
    expect(await other.limit.take(["client:a"])).toMatchObject({ granted: false });
  });
});

it("refuses a client of its own whose turn the store has lost", async () => {
  const { openProcess, store } = createWorld();
  const { limit } = openProcess();
  await granted(limit.take(["client:a"]));
  await store.delete("refresh:client:a");
  expect(await limit.take(["client:a"])).toMatchObject({ granted: false });
});

describe("processes that tell each other", () => {
  it("hold what another granted when the store has lost it, and let go of what it gave back", async () => {
    const { openProcess, store, pass } = createWorld({ talking: true });
    const [one, other] = [openProcess().limit, openProcess().limit];
    const turn = await granted(one.take(["client:a"]));
    await createStoreTurns(store).giveBack("client:a");
    expect(await other.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
    await turn.giveBack();
    await granted(other.take(["client:a"]));
    pass(HOUR_MS);
    await granted(one.take(["client:a"]));
  });

  it("believe no message that is not about turns", async () => {
    const { limit } = createWorld().openProcess();
    const far = Date.now() + 100 * HOUR_MS;
    for (const message of [
      "java:v1/abc",
      "turn/x/client:a",
      "turn//client:a",
      `turn/${far}/`,
      "",
    ]) {
      limit.hear(message);
    }
    await granted(limit.take(["client:a"]));
    limit.hear(`turn/${far}/client:b`);
    expect(await limit.take(["client:b"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
  });
});
