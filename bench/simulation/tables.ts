import type { Scenario } from "./scenario.ts";
import {
  cores,
  count,
  percent,
  type AdditionName,
  type LimitName,
  type Simulated,
} from "./simulated.ts";

/** The day to which something is added. */
const BUSY = 3e7;

/** Each addition in words and as a scenario. */
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
    words: "a CDN, 160 addresses, 160 processes, 3 Redis nodes",
    given: { requests: 1e9, cdn: true, addresses: 160, instances: 160, redisNodes: 3 },
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

/** Days with an addition each. */
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
