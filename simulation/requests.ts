import { createPopulation } from "./population.ts";
import type { Sampling, Scenario } from "./scenario.ts";
import { arrivals, type Zipf } from "./traffic.ts";

/** A request for a player. */
export interface Request {
  /** When it comes, in seconds of the monotonic clock; negative before the day begins. */
  atSeconds: number;
  /** The same as a share of the day. */
  at: number;
  target: string;
}

/** Counting begins after so many hours, when rates and caches are those of a service that runs. */
const WARM_UP_HOURS = 1;

/** All requests of a scenario: the end of the day before, and the day. */
export function* requestsOf(
  scenario: Scenario,
  { hours, acceleration, slice }: Sampling,
  { zipf, random }: { zipf: Zipf; random: () => number },
): Generator<Request> {
  const { targetOf } = createPopulation(scenario);
  const count = (scenario.requests / acceleration / slice) * (hours / 24);
  const seconds = (hours * 3_600) / acceleration;
  const warmUp = Math.min(1 / 4, WARM_UP_HOURS / hours);
  const newShare = scenario.newPlayers / scenario.requests;
  let newest = zipf.players;
  const request = (at: number): Request => {
    const number = random() < newShare ? (newest += 1) : zipf.draw();
    return { at, atSeconds: at * seconds, target: targetOf(number) };
  };
  for (const at of arrivals(count, scenario.wave, random)) {
    if (at >= 1 - warmUp) yield request(at - 1);
  }
  for (const at of arrivals(count, scenario.wave, random)) yield request(at);
}
