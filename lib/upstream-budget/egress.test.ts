import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { systemClock } from "../clock.ts";
import { createBudget } from "./budget.ts";
import { createStoreTokens } from "./token-stores.ts";
import { capacityOf, egressesOf, readiestEgress, type EgressBudget } from "./egress.ts";

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
async function createBudgets() {
  const store = createMemoryStore({ maxBytes: 1e6 });
  let nowMs = 0;
  const clock = { ...systemClock, now: () => nowMs, monotonic: () => nowMs };
  const budgetOf = (name: string): EgressBudget => ({
    name,
    addresses: [name],
    budget: createBudget({
      tokens: createStoreTokens(store, { clock }),
      allowances: {
        up: { rate: 1, burst: 10 },
        signedIn: { rate: 1, burst: 10, perAccount: true },
      },
      factor: 1,
      egress: name,
      clock,
    }),
  });
  const all: [EgressBudget, EgressBudget] = [budgetOf("a"), budgetOf("b")];
  for (const one of all) await take(one);
  await take(all[0], "signedIn");
  nowMs = 60_000;
  return all;
}

const take = ({ budget }: EgressBudget, bucket = "up") =>
  budget.take(bucket, { priority: "foreground", waitMs: 0 });

describe("several egresses", () => {
  it("have budgets of their own, and the one with the most capacity is preferred", async () => {
    const all = await createBudgets();
    const used: string[] = [];
    for (let call = 0; call < 20; call += 1) {
      const best = readiestEgress(all, "up");
      used.push(best.name);
      await take(best);
    }
    expect(used.filter((name) => name === "a")).toHaveLength(10);
    await expect(take(all[0])).rejects.toMatchObject({ name: "BudgetSpent" });
    await expect(take(all[1])).rejects.toMatchObject({ name: "BudgetSpent" });
  });

  it("share the budget of a provider that counts by account", async () => {
    const all = await createBudgets();
    let given = 0;
    for (let call = 0; call < 20; call += 1) {
      const taken = await take(all[call % 2] as EgressBudget, "signedIn").catch(
        (error: unknown) => error,
      );
      if (taken === undefined) given += 1;
    }
    expect(given).toBe(10);
  });

  it("are paused each by itself", async () => {
    const [a, b] = await createBudgets();
    await a.budget.slowDown("up", 30);
    expect(readiestEgress([a, b], "up").name).toBe("b");
    expect(capacityOf([a, b], "up")()).toMatchObject({ tokens: 10, rate: 1, pausedForSeconds: 0 });
    await b.budget.slowDown("up", 10);
    expect(capacityOf([a, b], "up")().pausedForSeconds).toBe(10);
    expect(readiestEgress([a, b], "up").name).toBe("b");
  });

  it("add up to what may be requested", async () => {
    const all = await createBudgets();
    expect(capacityOf(all, "up")()).toEqual({
      tokens: 20,
      rate: 2,
      burst: 20,
      pausedForSeconds: 0,
    });
  });
});
