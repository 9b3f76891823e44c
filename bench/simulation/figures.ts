import { LIMITS, type Figures } from "./day.ts";
import { ALLOWANCES } from "../../lib/providers/providers.ts";
import { REDIS_COMMANDS } from "./costs.ts";
import type { Sampling, Scenario } from "./scenario.ts";
import type { Counts, Tally } from "./tally.ts";

const NAMES_PER_CALL = 10;

/** The highest rates of providers together, for one address. */
const ceilingOf = (...names: string[]) =>
  names.reduce((all, name) => all + (ALLOWANCES[name]?.ceiling ?? ALLOWANCES[name]?.rate ?? 0), 0);

/** The most that one address requests in a second. */
export const PER_ADDRESS = {
  names: NAMES_PER_CALL * ceilingOf("minecraftservices", "mojang-legacy"),
  sessions: ceilingOf("mojang-session"),
  geyser: ceilingOf("geyser"),
};

/** Scales up what was counted. */
export function figuresOf(scenario: Scenario, sampling: Sampling, tally: Tally): Figures {
  const { parts, partSeconds } = tally;
  const { acceleration, hours, slice } = sampling;
  const sum = (count: (part: Counts) => number) =>
    parts.reduce((all, part) => all + count(part), 0);
  const share = (count: (part: Counts) => number) => sum(count) / sum(({ requests }) => requests);
  /** The rate in the busiest part, for one slice. */
  const peak = (count: (part: Counts) => number) => Math.max(...parts.map(count)) / partSeconds;
  const addresses = scenario.addresses / slice;
  const perDay = (count: number) => Math.round((count * acceleration * slice * 24) / hours);
  const coresAtPeak = peak(({ cpuSeconds }) => cpuSeconds) * slice;
  /** A burst can be more than all of a short part. */
  const taken = (each: number, count: (part: Counts) => number) =>
    Math.min(1, peak(count) / (each * addresses));
  const limits = {
    names: taken(PER_ADDRESS.names, ({ names }) => names),
    sessions: taken(PER_ADDRESS.sessions, ({ calls }) => calls["mojang-session"] ?? 0),
    geyser: taken(PER_ADDRESS.geyser, ({ calls }) => calls["geyser"] ?? 0),
    core: coresAtPeak / scenario.instances,
    redis: (peak(({ commands }) => Math.max(...commands, 0)) * slice) / REDIS_COMMANDS,
  };
  return {
    hits: share(({ cdn, hits }) => cdn + hits),
    cdn: share(({ cdn }) => cdn),
    fresh: 1 - share(({ stale, refused }) => stale + refused),
    stale: share(({ stale }) => stale),
    refused: share(({ refused }) => refused),
    partial: share(({ partial }) => partial),
    calls: Object.fromEntries(
      Object.keys(ALLOWANCES).map((name) => [name, perDay(sum(({ calls }) => calls[name] ?? 0))]),
    ),
    limits,
    first: LIMITS.reduce((most, name) => (limits[name] > limits[most] ? name : most)),
    waits: waitsOf(
      tally,
      sum(({ requests }) => requests),
    ),
    redisPerDay: perDay(sum(({ commands }) => commands.reduce((all, one) => all + one, 0))),
    cores: (sum(({ cpuSeconds }) => cpuSeconds) / partSeconds / parts.length) * slice,
    coresAtPeak,
  };
}

/** Requests that no handler saw waited for nothing. */
function waitsOf({ waits }: Tally, requests: number) {
  const longestFirst = waits.toSorted((one, other) => other - one);
  const quantile = (share: number) =>
    Math.round(longestFirst[Math.floor((1 - share) * requests)] ?? 0);
  return { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
}
