import { REDIS_COMMANDS } from "./costs.ts";
import { PER_ADDRESS } from "./figures.ts";
import { scenarioOf, type Scenario } from "./scenario.ts";
import {
  cores,
  count,
  LIMITS,
  percent,
  type AdditionName,
  type LimitName,
  type Simulated,
} from "./simulated.ts";

/** The day to which something is added. */
const BUSY = 3e7;

/** What is added, in words and as a scenario. */
export const added: Record<
  AdditionName,
  { words: string; given: Partial<Scenario> & Pick<Scenario, "requests"> }
> = {
  nothing: { words: "one process, one address", given: { requests: BUSY } },
  cdn: { words: "a CDN in front", given: { requests: BUSY, cdn: true } },
  addresses2: {
    words: "2 addresses, 2 processes",
    given: { requests: BUSY, addresses: 2, instances: 2 },
  },
  addresses4: {
    words: "4 addresses, 4 processes",
    given: { requests: BUSY, addresses: 4, instances: 4 },
  },
  both: {
    words: "a CDN, 4 addresses, 4 processes",
    given: { requests: BUSY, cdn: true, addresses: 4, instances: 4 },
  },
  addresses16: {
    words: "a CDN, 16 addresses, 16 processes",
    given: { requests: 1e9, cdn: true, addresses: 16, instances: 16 },
  },
  addresses160: {
    words: "a CDN, 160 addresses, 40 processes, 3 Redis nodes",
    given: { requests: 1e9, cdn: true, addresses: 160, instances: 40, redisNodes: 3 },
  },
};

const LIMIT_NAMES: Record<LimitName, string> = {
  names: "Java names",
  sessions: "Java profiles",
  geyser: "Geyser calls",
  core: "processor",
  redis: "Redis",
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---:"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Days of one process and one address. */
export function trafficTable({ direct }: Simulated): string {
  return table(
    [
      "Requests a day",
      "hits",
      "stale",
      "502",
      "p95",
      "Redis commands a day",
      "cores at the peak",
      "most used limit",
    ],
    direct.map((day) => [
      count(day.requests),
      percent(day.hits),
      percent(day.stale),
      percent(day.refused),
      `${day.waits.p95} ms`,
      count(day.redisPerDay),
      cores(day.coresAtPeak),
      `${LIMIT_NAMES[day.first]}: ${percent(day.limits[day.first])}`,
    ]),
  );
}

/** What additions do. */
export function additionTable({ additions }: Simulated): string {
  return table(
    ["Requests a day", "with", "hits", "stale", "502", "most used limit"],
    additions.map((day) => [
      count(day.requests),
      added[day.addition].words,
      percent(day.hits),
      percent(day.stale),
      percent(day.refused),
      `${LIMIT_NAMES[day.first]}: ${percent(day.limits[day.first])}`,
    ]),
  );
}

/** How much more than the simulated day the day on paper has, and how much of each limit it may take. */
const TIMES = 10;
const MOST_IN_USE = 0.75;

/** What one address, one process and one Redis node carry in a second. */
const CARRIED = { ...PER_ADDRESS, core: 1, redis: REDIS_COMMANDS };
const IN_SECOND: Record<LimitName, string> = {
  names: "Java names",
  sessions: "Java profiles",
  geyser: "Geyser calls",
  core: "processor seconds",
  redis: "Redis commands",
};

/** All that a simulation knows. */
const threeDigits = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 3 });

/** Each limit of the largest simulated day, and what ten times as many requests need by arithmetic. */
export function growthTable({ additions }: Simulated): string {
  const name = "addresses160";
  const limits = additions.find(({ addition }) => addition === name)?.limits;
  if (limits === undefined) throw new TypeError("The largest day was not simulated.");
  const { addresses, instances, redisNodes } = scenarioOf(added[name].given);
  const ofAddresses = { units: addresses, unit: "addresses" };
  const sizes: Record<LimitName, { units: number; unit: string }> = {
    names: ofAddresses,
    sessions: ofAddresses,
    geyser: ofAddresses,
    core: { units: instances, unit: "processes" },
    redis: { units: redisNodes, unit: "nodes" },
  };
  return table(
    ["a second", "each carries", "10⁹: in use", "of", "share", "10¹⁰: in use", "needs at 75 %"],
    LIMITS.map((limit) => {
      const { units, unit } = sizes[limit];
      const inUse = limits[limit] * units * CARRIED[limit];
      const needed = Math.ceil((TIMES * inUse) / (MOST_IN_USE * CARRIED[limit]));
      return [
        IN_SECOND[limit],
        count(CARRIED[limit]),
        threeDigits(inUse),
        `${count(units * CARRIED[limit])} (${units} ${unit})`,
        percent(limits[limit]),
        threeDigits(TIMES * inUse),
        `${count(needed)} ${unit}`,
      ];
    }),
  );
}
