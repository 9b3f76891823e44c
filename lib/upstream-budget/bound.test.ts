import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Allowance } from "./token-bucket.ts";
import { createWorld, excessOf, type Member, type World } from "./world.fixture.ts";

const BUCKET = "upstream";
const MEMBERS = 4;
const RUNS = 50;
/** How late a process may learn of its token: the store is read, and written, in up to 30 ms each. */
const LATE_SECONDS = 0.06;

const steps = {
  request: fc.record({
    do: fc.constant("request" as const),
    who: fc.nat(MEMBERS - 1),
    count: fc.integer({ min: 1, max: 30 }),
    priority: fc.constantFrom("foreground" as const, "refresh" as const, "background" as const),
    waitMs: fc.constantFrom(0, 300, 5_000, 60_000),
  }),
  pass: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 8_000 }) }),
  restart: fc.record({
    do: fc.constant("restart" as const),
    who: fc.nat(MEMBERS - 1),
  }),
  halve: fc.record({ do: fc.constant("halve" as const), who: fc.nat(MEMBERS - 1) }),
  slow: fc.record({
    do: fc.constant("slow" as const),
    who: fc.nat(MEMBERS - 1),
    seconds: fc.constantFrom(1, 5),
  }),
  jump: fc.record({
    do: fc.constant("jump" as const),
    ms: fc.constantFrom(3_600_000, -3_600_000, 1e12, 45_000, -45_000, 3_000, -3_000),
  }),
  empty: fc.record({ do: fc.constant("empty" as const) }),
  be: fc.record({
    do: fc.constant("be" as const),
    state: fc.constantFrom("working" as const, "failing" as const),
  }),
};

type Step = (typeof steps)[keyof typeof steps] extends fc.Arbitrary<infer One> ? One : never;

/** Half of the rates may grow; where they begin at the ceiling, they come back to it. */
const allowance = fc
  .record({
    rate: fc.constantFrom(0.4, 0.8, 5),
    burst: fc.constantFrom(5, 10, 30),
    times: fc.constantFrom(1, 4),
  })
  .map(({ rate, burst, times }) => ({ rate, burst, ceiling: rate * times }));

async function act(world: World, members: Member[], step: Step): Promise<void> {
  switch (step.do) {
    case "pass":
      return world.pass(step.ms);
    case "request":
      for (let index = 0; index < step.count; index += 1) {
        members[step.who]?.request(BUCKET, { priority: step.priority, waitMs: step.waitMs });
      }
      return undefined;
    case "restart":
      members[step.who]?.kill();
      members[step.who] = world.member();
      return undefined;
    case "slow":
      void members[step.who]?.slowDown(BUCKET, step.seconds);
      return undefined;
    case "halve":
      void members[step.who]?.halve(BUCKET);
      return undefined;
    case "jump":
      return world.setWall(step.ms);
    case "empty":
      return world.empty();
    case "be":
      return world.be(step.state);
  }
}

/** Runs random steps and hands over what was given beyond rate · W + burst. */
async function explore(
  choices: fc.Arbitrary<Step>[],
  most: (steps: Step[], ceiling: Allowance) => number,
  skewMs = 0,
): Promise<void> {
  let total = 0;
  await fc.assert(
    fc.asyncProperty(
      allowance,
      fc.array(fc.oneof(steps.request, steps.pass, steps.pass, ...choices), {
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
        const members = Array.from({ length: MEMBERS }, (_, index) => world.member(index * skewMs));
        for (const step of plan) await act(world, members, step);
        await world.pass(70_000);
        const given = world.given[BUCKET] ?? [];
        total += given.length;
        const ceiling = { rate: chosen.ceiling, burst: chosen.burst };
        const late = chosen.ceiling * LATE_SECONDS;
        expect(excessOf(given, ceiling)).toBeLessThanOrEqual(most(plan, ceiling) + late + 1e-6);
      },
    ),
    { numRuns: RUNS },
  );
  // A budget that gives nothing keeps within any bound.
  expect(total).toBeGreaterThan(RUNS * 2);
}

const numberOf = (plan: Step[], kind: Step["do"]) => plan.filter((step) => step.do === kind).length;

describe("several processes on one store", () => {
  it("keep within ceiling · W + burst, through kills and refusals", async () => {
    await explore([steps.restart, steps.slow, steps.halve], () => 0);
  });

  it("give at most a new bucket more for each loss of what the store knew", async () => {
    await explore([steps.restart, steps.empty], (plan, { burst }) => {
      return burst * numberOf(plan, "empty");
    });
  });

  it("give at most half a burst more when the store comes and goes", async () => {
    await explore([steps.be, steps.slow], (_, { burst }) => burst / 2);
  });

  it("give at most what the time would that a clock is set ahead by, and a burst at most", async () => {
    await explore([steps.restart, steps.jump], (plan, { rate, burst }) =>
      jumpsAhead(plan).reduce((sum, ms) => sum + Math.min(burst + 1, (rate * ms) / 1_000), 0),
    );
  });

  it("give at most what the time would by which their clocks differ, once", async () => {
    const skewMs = 1_500;
    const apart = (MEMBERS - 1) * skewMs;
    await explore([steps.slow], (_, { rate }) => (rate * apart) / 1_000, skewMs);
  });
});

/** By how many milliseconds the clock was set ahead, each time. */
function jumpsAhead(plan: Step[]): number[] {
  const offsets = [0, ...plan.flatMap((step) => (step.do === "jump" ? [step.ms] : []))];
  return offsets.slice(1).map((ms, index) => Math.max(0, ms - (offsets[index] ?? 0)));
}
