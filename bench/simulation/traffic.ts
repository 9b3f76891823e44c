import type { Sampling, Scenario } from "./scenario.ts";

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

/** Spreads shares evenly over numbers, popular players included (a low-discrepancy sequence). */
const place = (number: number, irrational: number) => (number * irrational) % 1;

/** The players of a scenario: the Extra players of the sandbox. */
export function createPopulation(scenario: Scenario) {
  const isBedrock = (number: number) => place(number, Math.SQRT2) < scenario.bedrock;
  return {
    isBedrock,
    /** The request for a player, always the same. */
    targetOf(number: number): string {
      const isByName = place(number, Math.sqrt(3)) < scenario.byName;
      if (isBedrock(number)) {
        const id = isByName ? `.Extra_${number}` : String(2_600_000_000_000_000 + number);
        return `/api?username=${id}&type=bedrock`;
      }
      if (place(number, Math.sqrt(5)) < scenario.bothEditions)
        return `/api?username=Extra_${number}`;
      if (isByName) return `/api?username=Extra_${number}&type=java`;
      return `/api?uuid=e0000000000040008000${number.toString(16).padStart(12, "0")}&type=java`;
    },
  };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws players by Zipf's law: the player of rank n is requested in proportion to 1 / n^exponent. */
export type Zipf = ReturnType<typeof createZipf>;

export interface ZipfOptions {
  players: number;
  exponent: number;
  /** One player stands for so many that follow each other in rank, with their mean. */
  groupedBy: number;
  random: () => number;
}

/** By the alias method (Vose): a draw takes the same time for any number of players. */
export function createZipf({ players: all, exponent, groupedBy, random }: ZipfOptions) {
  const players = Math.ceil(all / groupedBy);
  const weights = new Float64Array(players);
  for (let rank = 1; rank <= all; rank += 1) {
    const group = Math.floor((rank - 1) / groupedBy);
    weights[group] = (weights[group] ?? 0) + rank ** -exponent;
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const threshold = weights.map((weight) => (weight / total) * players);
  const alias = new Uint32Array(players);
  const small: number[] = [];
  const large: number[] = [];
  threshold.forEach((share, index) => (share < 1 ? small : large).push(index));
  while (small.length > 0 && large.length > 0) {
    const [less = 0, more = 0] = [small.pop(), large.pop()];
    alias[less] = more;
    threshold[more] = (threshold[more] ?? 0) + (threshold[less] ?? 0) - 1;
    (threshold[more] < 1 ? small : large).push(more);
  }
  // Those that remain by rounding have a whole share.
  for (const index of [...small, ...large]) threshold[index] = 1;
  return {
    players,
    /** A rank from 1 on. */
    draw() {
      const place = random() * players;
      const index = Math.floor(place);
      return 1 + (place - index < (threshold[index] ?? 1) ? index : (alias[index] ?? index));
    },
    /** Which share of all requests a rank has. */
    shareOf: (rank: number) => (weights[rank - 1] ?? 0) / total,
  };
}

/**
 * Times of requests in one day, as shares of it: a Poisson process whose rate swings like a sine
 * around its mean, lowest at the start. `wave` is the swing, 0 for none and 0.6 for 60 %.
 */
export function* arrivals(
  count: number,
  wave: number,
  random: () => number,
): Generator<number, void, void> {
  const most = count * (1 + wave);
  for (let at = 0; ;) {
    at -= Math.log(1 - random()) / most;
    if (at >= 1) return;
    const rate = 1 - wave * Math.cos(2 * Math.PI * at);
    if (random() * (1 + wave) < rate) yield at;
  }
}
