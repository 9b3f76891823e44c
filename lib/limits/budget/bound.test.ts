import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWorld, excessOf, type Member, type World } from "./world.fixture.ts";

const BUCKET = "upstream";
const MEMBERS = 4;
const RUNS = 100;

const steps = {
  ask: fc.record({
    do: fc.constant("ask" as const),
    who: fc.nat(MEMBERS - 1),
    count: fc.integer({ min: 1, max: 30 }),
    priority: fc.constantFrom("person" as const, "refresh" as const, "background" as const),
    waitMs: fc.constantFrom(0, 300, 5_000, 60_000),
  }),
  pass: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 8_000 }) }),
  restart: fc.record({
    do: fc.constant("restart" as const),
    who: fc.nat(MEMBERS - 1),
    clock: fc.constantFrom(0, 1e3, 1e9),
  }),
  slow: fc.record({
    do: fc.constant("slow" as const),
    who: fc.nat(MEMBERS - 1),
    seconds: fc.constantFrom(1, 5),
  }),
  jump: fc.record({
    do: fc.constant("jump" as const),
    ms: fc.constantFrom(3_600_000, -3_600_000, 1e12, 45_000, -45_000),
  }),
  empty: fc.record({ do: fc.constant("empty" as const) }),
  be: fc.record({
    do: fc.constant("be" as const),
    state: fc.constantFrom("well" as const, "failing" as const, "hanging" as const),
  }),
};

type Step = (typeof steps)[keyof typeof steps] extends fc.Arbitrary<infer One> ? One : never;

const allowance = fc.record({
  rate: fc.constantFrom(0.4, 0.8, 5),
  burst: fc.constantFrom(5, 10, 30),
});

async function act(world: World, members: Member[], step: Step): Promise<void> {
  switch (step.do) {
    case "pass":
      return world.pass(step.ms);
    case "ask":
      for (let index = 0; index < step.count; index += 1) {
        members[step.who]?.ask(BUCKET, { priority: step.priority, waitMs: step.waitMs });
      }
      return undefined;
    case "restart":
      members[step.who]?.kill();
      members[step.who] = world.member(step.clock);
      return undefined;
    case "slow":
      void members[step.who]?.slowDown(BUCKET, step.seconds);
      return undefined;
    case "jump":
      // Each process reads its own wall clock, so this is also how they differ.
      vi.setSystemTime(Date.now() + step.ms);
      return undefined;
    case "empty":
      return world.empty();
    case "be":
      return world.be(step.state);
  }
}

/** Runs random steps and hands over what was given beyond rate · W + burst. */
async function explore(
  choices: fc.Arbitrary<Step>[],
  most: (steps: Step[], burst: number) => number,
): Promise<void> {
  let total = 0;
  await fc.assert(
    fc.asyncProperty(
      allowance,
      fc.array(fc.oneof(steps.ask, steps.pass, steps.pass, ...choices), {
        minLength: 10,
        maxLength: 40,
      }),
      fc.infiniteStream(fc.integer({ min: 0, max: 30 })),
      async (chosen, plan, latencies) => {
        const world = createWorld({
          allowances: { [BUCKET]: chosen },
          processes: MEMBERS,
          latencyMs: () => latencies.next().value ?? 0,
        });
        const members = Array.from({ length: MEMBERS }, (_, index) => world.member(index * 1e6));
        for (const step of plan) await act(world, members, step);
        await world.pass(70_000);
        const given = world.given[BUCKET] ?? [];
        total += given.length;
        expect(excessOf(given, chosen)).toBeLessThanOrEqual(most(plan, chosen.burst) + 1e-6);
      },
    ),
    { numRuns: RUNS },
  );
  // A budget that gives nothing keeps within any bound.
  expect(total).toBeGreaterThan(RUNS * 2);
}

const numberOf = (plan: Step[], kind: Step["do"]) => plan.filter((step) => step.do === kind).length;

describe("several processes on one store", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("keep within rate · W + burst, through kills, complaints and clocks that jump", async () => {
    await explore([steps.restart, steps.slow, steps.jump], () => 0);
  }, 60_000);

  it("give at most one token more for each loss of what the store knew", async () => {
    await explore([steps.restart, steps.empty], (plan) => numberOf(plan, "empty"));
  }, 60_000);

  it("give at most half a burst more when the store comes and goes", async () => {
    await explore([steps.be, steps.slow], (_, burst) => burst / 2);
  }, 60_000);
});
