import { number } from "../report.mjs";
import { built } from "../../scripts/prepare.mjs";

/** @import { Effort } from "../rounds.mjs" */

/** @type {typeof import("../simulation/scenario.ts")} */
const { scenarioOf, samplingFor } = await import(built("bench/simulation/scenario.js"));
/** @type {typeof import("../simulation/simulate.ts")} */
const { simulateDay } = await import(built("bench/simulation/simulate.js"));

/** A day that one process and one address carry, and one that takes four of each. */
const DAYS = [
  { name: "one process, one address", requests: 3e6 },
  { name: "4 processes, 4 addresses", requests: 1e7, instances: 4, addresses: 4 },
];
/** How many requests stand for those of the day. */
const SAMPLE = 6_000;
const FULL_SAMPLE = 60_000;

/**
 * Days of traffic through the service on a virtual clock. `npm run simulate` has more to choose from.
 *
 * @param {Pick<Effort, "full">} effort
 */
export async function simulation({ full }) {
  const rows = [];
  for (const { name, ...given } of DAYS) {
    const scenario = scenarioOf(given);
    const sampling = samplingFor(scenario, full ? FULL_SAMPLE : SAMPLE);
    const { requests, hits, stale, refused, waits, limits, first } = await simulateDay(
      scenario,
      sampling,
    );
    rows.push({
      "Day with": name,
      requests: number(requests),
      hits: percent(hits),
      stale: percent(stale),
      "status 502": percent(refused),
      p95: `${waits.p95} ms`,
      "most used limit": `${first}: ${percent(limits[first])}`,
    });
  }
  return {
    title: "A simulated day",
    about:
      "The service’s own code on a virtual clock, with simulated providers and one store for all processes; only this group is the same on every machine. [Capacity](capacity.md) has more days and what they mean.",
    rows,
  };
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;
