import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { createBudget } from "./budget.ts";
import { createStoreTokens } from "./budget/token-bucket.ts";
import { bestWay, egressesOf, paceOf, type Way } from "./egress.ts";

const egresses = (addresses: string[], name?: string, isShared = true) =>
  egressesOf({ EGRESS_NAME: name, EGRESS_ADDRESSES: addresses }, { isShared });

describe("where calls leave from", () => {
  it("is one place for each machine, unless it has a name", () => {
    expect(egresses([])).toEqual([{ name: hostname(), addresses: [] }]);
    expect(egresses([], "paris")).toEqual([{ name: "paris", addresses: [] }]);
    expect(egresses([], undefined, false)).toEqual([{ name: "here", addresses: [] }]);
  });

  it("is one for each IPv4 address and each IPv6 /56", () => {
    const addresses = ["192.0.2.1", "2001:db8:0:100::1", "192.0.2.2", "2001:db8:0:1ff::1"];
    expect(egresses([...addresses, "2001:db8:0:200::1"], "a")).toEqual([
      { name: "a 192.0.2.1", addresses: ["192.0.2.1"] },
      {
        name: "a 2001:db8:0:100::/56",
        addresses: ["2001:db8:0:100::1", "2001:db8:0:1ff::1"],
      },
      { name: "a 192.0.2.2", addresses: ["192.0.2.2"] },
      { name: "a 2001:db8:0:200::/56", addresses: ["2001:db8:0:200::1"] },
    ]);
  });
});

/** Two egresses on one store, each with ten tokens. */
async function createWays() {
  const store = createMemoryStore({ maxBytes: 1e6 });
  let nowMs = 0;
  const wayOf = (name: string): Way => ({
    name,
    addresses: [name],
    budget: createBudget({
      tokens: createStoreTokens(store, { now: () => nowMs }),
      allowances: {
        up: { rate: 1, burst: 10 },
        signedIn: { rate: 1, burst: 10, perAccount: true },
      },
      factor: 1,
      egress: name,
      monotonic: () => nowMs,
    }),
  });
  const ways: [Way, Way] = [wayOf("a"), wayOf("b")];
  for (const way of ways) await take(way);
  await take(ways[0], "signedIn");
  nowMs = 60_000;
  return ways;
}

const take = ({ budget }: Way, bucket = "up") =>
  budget.take(bucket, { priority: "foreground", waitMs: 0 });

describe("several egresses", () => {
  it("have budgets of their own, and the one with the most capacity is preferred", async () => {
    const ways = await createWays();
    const used: string[] = [];
    for (let call = 0; call < 20; call += 1) {
      const best = bestWay(ways, "up");
      used.push(best.name);
      await take(best);
    }
    expect(used.filter((name) => name === "a")).toHaveLength(10);
    await expect(take(ways[0])).rejects.toMatchObject({ name: "BudgetSpent" });
    await expect(take(ways[1])).rejects.toMatchObject({ name: "BudgetSpent" });
  });

  it("share the budget of a provider that counts by account", async () => {
    const ways = await createWays();
    let given = 0;
    for (let call = 0; call < 20; call += 1) {
      const taken = await take(ways[call % 2] as Way, "signedIn").catch((error: unknown) => error);
      if (taken === undefined) given += 1;
    }
    expect(given).toBe(10);
  });

  it("are paused each by itself", async () => {
    const [a, b] = await createWays();
    await a.budget.slowDown("up", 30);
    expect(bestWay([a, b], "up").name).toBe("b");
    expect(paceOf([a, b], "up")()).toMatchObject({ tokens: 10, rate: 1, pausedForSeconds: 0 });
    await b.budget.slowDown("up", 10);
    expect(paceOf([a, b], "up")().pausedForSeconds).toBe(10);
    expect(bestWay([a, b], "up").name).toBe("b");
  });

  it("add up to what may be requested", async () => {
    const ways = await createWays();
    expect(paceOf(ways, "up")()).toEqual({ tokens: 20, rate: 2, burst: 20, pausedForSeconds: 0 });
  });
});
