import { describe, expect, it } from "vitest";
import type { Pace } from "../limits/budget.ts";
import { planOf } from "./pace.ts";

const host = (name: string, pace: Partial<Pace> = {}) => ({
  name,
  pace: () => ({ tokens: 0, rate: 0.5, burst: 20, pausedForSeconds: 0, ...pace }),
});

function plan(...hosts: ReturnType<typeof host>[]) {
  const { hosts: order, ...rest } = planOf(hosts, 10);
  return { order: order.map(({ name }) => name).join(), ...rest };
}

describe("the plan of the next call", () => {
  it.each([
    ["has plenty", { tokens: 10 }, 0, 110],
    ["has half of that", { tokens: 5 }, 700, 60],
    ["is empty", { tokens: 0 }, 1_400, 10],
    ["owes", { tokens: -2 }, 1_400, 10],
    ["has very much", { tokens: 30_000, rate: 800, burst: 30_000 }, 0, 5_000],
    ["is paused", { tokens: 1, pausedForSeconds: 60 }, 0, 10],
    ["is empty and fast", { tokens: 0, rate: 112 }, 10, 2_240],
  ])("of a host that %s", (_, pace, gatherMs, mostWaiting) => {
    expect(plan(host("one", pace))).toMatchObject({ gatherMs, mostWaiting });
  });

  it("goes to the first host while it has a token, and then to whichever has one first", () => {
    const other = { rate: 0.3, burst: 10 };
    expect(plan(host("a", { tokens: 1 }), host("b", { ...other, tokens: 9 })).order).toBe("a,b");
    expect(plan(host("a"), host("b", { ...other, tokens: 9 })).order).toBe("b,a");
    expect(plan(host("a", { tokens: 0.2 }), host("b", { ...other, tokens: 0.9 })).order).toBe(
      "b,a",
    );
    expect(plan(host("a", { tokens: 9, pausedForSeconds: 5 }), host("b", other)).order).toBe("b,a");
  });

  it("adds up what all hosts may be asked", () => {
    const both = [
      host("a", { tokens: 3 }),
      host("b", { rate: 0.3, burst: 10, tokens: 2 }),
    ] as const;
    expect(plan(...both)).toMatchObject({ mostWaiting: 60, retrySeconds: 2 });
    expect(
      plan(host("a", { pausedForSeconds: 9 }), host("b", { pausedForSeconds: 7 })),
    ).toMatchObject({ retrySeconds: 7 });
  });
});
