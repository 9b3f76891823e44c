import { expect, it } from "vitest";
import { figuresOf } from "./figures.ts";
import { readOptions } from "./options.ts";
import { scenarioOf, type Scenario } from "./scenario.ts";
import { simulate } from "./simulate.ts";

const simulated = async (
  given: Partial<Scenario> & { requests: number },
  hours: number,
  acceleration = 2,
) => {
  const scenario = scenarioOf({ players: 200, ...given });
  const sampling = { hours, acceleration, slice: 1 };
  return figuresOf(scenario, sampling, await simulate(scenario, sampling));
};

it("comes to the same for the same seed, and gives the clock back", async () => {
  const clocks = [Date.now, Math.random, setTimeout];
  const first = await simulated({ requests: 2e4 }, 0.25);
  expect(await simulated({ requests: 2e4 }, 0.25)).toEqual(first);
  expect(await simulated({ requests: 2e4, seed: 2 }, 0.25)).not.toEqual(first);
  expect([Date.now, Math.random, setTimeout]).toEqual(clocks);
  expect(Math.abs(performance.now() + performance.timeOrigin - Date.now())).toBeLessThan(60_000);
});

it("refuses what one address cannot carry, within two seconds, and less with two", async () => {
  const flood = { requests: 2e6, newPlayers: 2e6 };
  const [one, two] = [
    await simulated(flood, 0.02),
    await simulated({ ...flood, addresses: 2, instances: 2 }, 0.02),
  ];
  expect(one.refused).toBeGreaterThan(0.1);
  expect(two.refused).toBeLessThan(one.refused);
  expect(one.waits.p99).toBeLessThan(2_000);
});

it("lets a CDN serve repeated requests", async () => {
  const { cdn, hits } = await simulated({ requests: 2e4, cdn: true }, 1, 7);
  expect(cdn).toBeGreaterThan(0.3);
  expect(cdn).toBeLessThanOrEqual(hits);
});

it("divides the commands among the nodes of a Redis", async () => {
  const day = (redisNodes: number) => simulated({ requests: 1e5, players: 5_000, redisNodes }, 1);
  const [one, four] = [await day(1), await day(4)];
  expect(four.redisPerDay).toBe(one.redisPerDay);
  // The keys of popular players and of the statistics are each on one node.
  expect(four.limits.redis).toBeGreaterThan(one.limits.redis / 4);
  expect(four.limits.redis).toBeLessThan(one.limits.redis / 2);
});

it.each([
  ["--requests=100", "--requests must be a number from 10000 to 1000000000."],
  ["--instances=513", "--instances must be a whole number from 1 to 512."],
  ["--addresses=1.5", "--addresses must be a whole number from 1 to 512."],
  ["--addresses=2", "--addresses must not be more than --instances."],
  ["--redis-nodes=0", "--redis-nodes must be a whole number from 1 to 64."],
  ["--wave=", "--wave must be a number from 0 to 1."],
])("refuses %s in one sentence", (option, sentence) => {
  expect(() => readOptions([option])).toThrow(sentence);
});

it("reads several volumes, and samples what would take too long", () => {
  const { runs } = readOptions([
    "--requests=1e4,1e9",
    "--addresses=160",
    "--instances=160",
    "--cdn",
  ]);
  expect(runs.map(({ scenario }) => [scenario.requests, scenario.addresses, scenario.cdn])).toEqual(
    [
      [1e4, 160, true],
      [1e9, 160, true],
    ],
  );
  expect(runs.map(({ sampling }) => sampling)).toEqual([
    { hours: 24, acceleration: 1, slice: 1 },
    { hours: 4, acceleration: 60, slice: 80 },
  ]);
});
