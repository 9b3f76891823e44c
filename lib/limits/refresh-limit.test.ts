import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { createRefreshLimit, type Turn } from "./refresh-limit.ts";

const HOUR_MS = 3_600_000;

function createWorld() {
  let now = 1_000_000_000_000;
  const store = createMemoryStore({ maxBytes: 1_000_000, now: () => now });
  return { limit: createRefreshLimit(store), pass: (ms: number) => void (now += ms) };
}

async function granted(turn: Promise<{ granted: boolean }>): Promise<Turn> {
  const result = await turn;
  expect(result.granted).toBe(true);
  return result as Turn;
}

describe("the refresh limit", () => {
  it("grants one turn an hour and says how long to wait", async () => {
    const { limit, pass } = createWorld();
    await granted(limit.take(["client:a"]));
    expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
    pass(HOUR_MS - 1_500);
    expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 2 });
    pass(1_500);
    await granted(limit.take(["client:a"]));
  });

  it("takes all keys or none", async () => {
    const { limit } = createWorld();
    await granted(limit.take(["profile:java"]));
    expect(await limit.take(["profile:bedrock", "profile:java"])).toMatchObject({ granted: false });
    await granted(limit.take(["profile:bedrock"]));
  });

  it("gives a turn back", async () => {
    const { limit } = createWorld();
    const turn = await granted(limit.take(["client:a", "profile:b"]));
    await turn.giveBack();
    await granted(limit.take(["client:a"]));
    await granted(limit.take(["profile:b"]));
  });

  it("never gives back a turn that has become another's", async () => {
    const { limit, pass } = createWorld();
    const turn = await granted(limit.take(["client:a"]));
    pass(HOUR_MS);
    await granted(limit.take(["client:a"]));
    await turn.giveBack();
    expect(await limit.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("grants exactly one of 1,000 simultaneous turns", async () => {
    const { limit } = createWorld();
    const turns = await Promise.all(Array.from({ length: 1_000 }, () => limit.take(["client:a"])));
    expect(turns.filter((turn) => turn.granted)).toHaveLength(1);
  });
});
