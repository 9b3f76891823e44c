import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { serve } from "../../testing/served.ts";
import { openRedis, watchRedis } from "../../testing/use-redis.ts";
import { withWorld } from "../../testing/world.ts";
import { scenarioOf, type Sampling } from "./scenario.ts";
import { simulate } from "./simulate.ts";
import type { Tally } from "./tally.ts";
import { createZipf, requestsOf, seededRandom, type Request } from "./traffic.ts";

const SECONDS = 10;
const PER_SECOND = 100;
const DAY_SECONDS = 86_400;

/** A "day" of so many seconds, in which new players are more than the budgets carry. */
const scenario = scenarioOf({
  requests: PER_SECOND * DAY_SECONDS,
  players: 200,
  newPlayers: 0.6 * PER_SECOND * DAY_SECONDS,
  areKnown: false,
  bothEditions: 0,
  wave: 0.3,
  latencyMs: 50,
});
const sampling: Sampling = { hours: SECONDS / 3_600, acceleration: 1, slice: 1 };
const ENVIRONMENT = {
  UPSTREAM_RATE_FACTOR: "2",
  PLAYERDB_URL: "off",
};

/** The figures that the simulation predicts. */
interface Outcome {
  requests: number;
  hits: number;
  refused: number;
  calls: number;
  /** Commands to the Redis. */
  commands: number;
}

it("says of the same traffic what the real service does", { timeout: 120_000 }, async () => {
  const { real, sent } = await sendAll();
  const simulated = totalsOf(await simulate(scenario, sampling, ENVIRONMENT, sent));
  expect(simulated.requests).toBe(real.requests);
  // Otherwise there is too little to compare.
  expect(Math.min(real.hits, real.refused, real.calls)).toBeGreaterThan(100);
  for (const figure of ["hits", "refused", "calls", "commands"] as const) {
    const difference = Math.abs(simulated[figure] / real[figure] - 1);
    expect(difference, JSON.stringify({ figure, real, simulated })).toBeLessThan(0.1);
  }
});

/** The whole traffic over HTTP, in real time; and when it was sent, which is later on a busy machine. */
async function sendAll(): Promise<{ real: Outcome; sent: Request[] }> {
  const random = seededRandom(scenario.seed);
  const zipf = createZipf({ ...scenario, groupedBy: 1, random });
  const requests = [...requestsOf(scenario, sampling, { zipf, random })];
  const real: Outcome = { requests: 0, hits: 0, refused: 0, calls: 0, commands: 0 };
  const sent: Request[] = [];
  const redis = await openRedis();
  const commands = await watchRedis(redis.url);
  await withWorld(
    async (world) => {
      const fault = { kind: "delay", ms: scenario.latencyMs } as const;
      world.sandbox.control.fault({ route: "*", fault });
      const front = await serve(world);
      const startedAt = performance.now() - 1_000 * (requests[0]?.atSeconds ?? 0);
      const calls = () => world.sandbox.control.calls().total;
      let before: { calls: number; commands: number } | undefined;
      const send = async (target: string, isCounted: boolean) => {
        const { status, headers } = await fetch(front.url + target);
        if (!isCounted) return;
        real.requests += 1;
        if (status >= 500) real.refused += 1;
        else if (headers.get("x-cache") === "HIT") real.hits += 1;
      };
      const responses = [];
      for (const { at, atSeconds, target } of requests) {
        await sleep(Math.max(0, startedAt + 1_000 * atSeconds - performance.now()));
        if (at >= 0) before ??= { calls: calls(), commands: commands() };
        sent.push({ at, target, atSeconds: (performance.now() - startedAt) / 1_000 });
        responses.push(send(target, at >= 0));
      }
      real.calls = calls() - (before?.calls ?? 0);
      real.commands = commands() - (before?.commands ?? 0);
      await Promise.all(responses);
      await front.close();
    },
    () => ({ ...ENVIRONMENT, REDIS_URL: redis.url }),
  );
  return { real, sent };
}

function totalsOf({ parts }: Tally): Outcome {
  const sum = (count: (part: Tally["parts"][number]) => number) =>
    parts.reduce((all, part) => all + count(part), 0);
  return {
    requests: sum(({ requests }) => requests),
    hits: sum(({ hits }) => hits),
    refused: sum(({ refused }) => refused),
    calls: sum(({ calls }) => Object.values(calls).reduce((all, one) => all + one, 0)),
    commands: sum((part) => part.commands.reduce((all, one) => all + one, 0)),
  };
}
