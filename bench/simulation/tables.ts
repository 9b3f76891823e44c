import type { Day, LimitName } from "./day.ts";
import type { Scenario } from "./scenario.ts";

/** The day to which something is added. */
const BUSY = 3e7;

/** Ways to extend a service that runs into a limit, in words and as a scenario. */
export const ADDITIONS: readonly {
  words: string;
  given: Partial<Scenario> & Pick<Scenario, "requests">;
}[] = [
  { words: "one process, one address", given: { requests: BUSY } },
  { words: "a CDN in front", given: { requests: BUSY, cdn: true } },
  {
    words: "2 addresses, 2 processes",
    given: { requests: BUSY, addresses: 2, instances: 2 },
  },
  {
    words: "4 addresses, 4 processes",
    given: { requests: BUSY, addresses: 4, instances: 4 },
  },
  {
    words: "a CDN, 4 addresses, 4 processes",
    given: { requests: BUSY, cdn: true, addresses: 4, instances: 4 },
  },
  {
    words: "a CDN, 16 addresses, 16 processes",
    given: { requests: 1e9, cdn: true, addresses: 16, instances: 16 },
  },
  {
    words: "a CDN, 160 addresses, 160 processes, 3 Redis nodes",
    given: { requests: 1e9, cdn: true, addresses: 160, instances: 160, redisNodes: 3 },
  },
];

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
export function trafficTable(days: readonly Day[]): string {
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
    days.map((day) => [
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

/** The days of `ADDITIONS`. */
export function additionTable(days: readonly Day[]): string {
  return table(
    ["Requests a day", "with", "hits", "stale", "502", "most used limit"],
    days.map((day, at) => [
      count(day.requests),
      ADDITIONS[at]?.words ?? "",
      percent(day.hits),
      percent(day.stale),
      percent(day.refused),
      `${LIMIT_NAMES[day.first]}: ${percent(day.limits[day.first])}`,
    ]),
  );
}

/** Full shares never look whole when they are not, nor empty ones empty. */
function percent(share: number): string {
  const isNearAnEnd = share > 0 && share < 1 && (share < 0.01 || share > 0.99);
  const maximumFractionDigits = isNearAnEnd ? 2 : 0;
  return share.toLocaleString("en", { style: "percent", maximumFractionDigits });
}

/** Three digits say all that a simulation knows. */
function count(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}

function cores(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}
