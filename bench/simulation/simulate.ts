import type { Day } from "./day.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { partsOf } from "../../lib/process/memory.ts";
import { createServices } from "../../lib/services.ts";
import { VARIABLES } from "../../sandbox/upstreams/all.ts";
import { figuresOf } from "./figures.ts";
import { fill, play } from "./play.ts";
import { createProviders, ORIGIN } from "./providers.ts";
import { egressesOf, groupedBy, type Sampling, type Scenario } from "./scenario.ts";
import { createSharedStores } from "./store.ts";
import { createTally, type Tally } from "./tally.ts";
import { createPopulation, createZipf, requestsOf, seededRandom, type Request } from "./traffic.ts";

const DAY_SECONDS = 86_400;
const STARTED_AT = Date.UTC(2026, 0, 1);
const MEMORY_BYTES = 256 * 1024 * 1024;
/** How long a profile is fresh: the last load was up to so long before the last request. */
const FRESH_SECONDS = 1_200;

/**
 * Runs a day of traffic through the real service: its caches, leases, budgets and queues. Only time,
 * the store, the providers and HTTP are simulated.
 */
export async function simulate(
  scenario: Scenario,
  sampling: Sampling,
  /** Settings of the service, in place of those of most. */
  environment: Readonly<Record<string, string>> = {},
  /** Traffic in place of that of the scenario. */
  given?: Iterable<Request>,
): Promise<Tally> {
  const { acceleration, slice } = sampling;
  const random = seededRandom(scenario.seed);
  const randomInService = seededRandom(scenario.seed + 1);
  const clock = createTestClock({ startedAt: STARTED_AT, acceleration });
  // Leases and budgets count the seconds that clients feel.
  const feltClock = { ...clock, now: () => STARTED_AT + clock.monotonic() };
  const { isBedrock, targetOf } = createPopulation(scenario);
  const { stores, commands } = createSharedStores(scenario, sampling, feltClock);
  const tally = createTally({ sampling, commands, clock });
  const open = (egress: Record<string, string>, latencyMs: number, onCall: Tally["called"]) =>
    createServices(
      { ...PROVIDERS, ...egress, ...environment },
      {
        guards: [createProviders({ latencyMs, isBedrock, onCall, clock })],
        clock,
        random: randomInService,
        stores,
        memory: partsOf(MEMORY_BYTES / groupedBy(sampling)),
      },
    );

  const zipf = createZipf({ ...scenario, groupedBy: groupedBy(sampling), random });
  if (scenario.areKnown) {
    const perSecond = scenario.requests / DAY_SECONDS / groupedBy(sampling);
    const known = Array.from({ length: zipf.players }, (_, index) => {
      const sinceRequest = -Math.log(1 - random()) / (zipf.shareOf(index + 1) * perSecond);
      return {
        target: targetOf(index + 1),
        ageSeconds: sinceRequest + random() * FRESH_SECONDS,
      };
    });
    await fill(
      open(BEFORE, 1, () => undefined),
      clock,
      known,
    );
  }
  const services = egressesOf(scenario, slice).map((egress) =>
    open(egress, scenario.latencyMs, tally.called),
  );
  const requests = given ?? requestsOf(scenario, sampling, { zipf, random });
  await play(requests, { clock, random: randomInService, services, cdn: scenario.cdn, tally });
  return tally;
}

/** Simulates one day and says so. */
export async function simulateDay(scenario: Scenario, sampling: Sampling): Promise<Day> {
  const startedAt = performance.now();
  const tally = await simulate(scenario, sampling);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { requests, instances, addresses, redisNodes, cdn } = scenario;
  const { hours, acceleration, slice } = sampling;
  process.stderr.write(
    `${requests.toExponential(0)} requests, ${instances} processes, ${addresses} addresses, ${redisNodes} Redis nodes${cdn ? ", CDN" : ""}: ${seconds} s, sampled by ${hours} h of 24, 1:${acceleration}, 1:${slice}\n`,
  );
  return { requests, ...figuresOf(scenario, sampling, tally) };
}

/** The environment of a service whose providers are `createProviders`. */
export const PROVIDERS = {
  ...Object.fromEntries(
    Object.entries(VARIABLES).map(([variable, { name }]) => [variable, `${ORIGIN}/${name}`]),
  ),
  NAME_HISTORY_URL: "off",
  LOG_LEVEL: "silent",
};

/** The settings of the service that loads known players before the day begins. */
const BEFORE = { EGRESS_NAME: "before", UPSTREAM_RATE_FACTOR: "999999" };
