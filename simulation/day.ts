import type { Day } from "../lib/docs/capacity/figures.ts";
import { figuresOf } from "./figures.ts";
import type { Sampling, Scenario } from "./scenario.ts";
import { simulate } from "./simulate.ts";

/** Simulates one day and says so. */
export async function simulateDay(scenario: Scenario, sampling: Sampling): Promise<Day> {
  const startedAt = performance.now();
  const tally = await simulate(scenario, sampling);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { requests, instances, addresses, cdn } = scenario;
  const { hours, acceleration, slice } = sampling;
  process.stderr.write(
    `${requests.toExponential(0)} requests, ${instances} processes, ${addresses} addresses${cdn ? ", CDN" : ""}: ${seconds} s, sampled by ${hours} h of 24, 1:${acceleration}, 1:${slice}\n`,
  );
  return { requests, ...figuresOf(scenario, sampling, tally) };
}
