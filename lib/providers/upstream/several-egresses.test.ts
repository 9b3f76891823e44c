import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../cache/stores/memory.ts";
import { systemClock } from "../../time/clock.ts";
import { createBudget } from "../../upstream-budget/budget.ts";
import { createStoreTokens } from "../../upstream-budget/token-stores.ts";
import { capacityOf, readiestEgress, type EgressBudget } from "./guards.ts";

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
