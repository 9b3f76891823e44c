import {
  cores,
  count,
  percent,
  type AdditionName,
  type LimitName,
  type Simulated,
} from "../lib/docs/capacity/figures.ts";

const LIMIT_NAMES: Record<LimitName, string> = {
  names: "Java names",
  sessions: "Java profiles",
  geyser: "Geyser calls",
  core: "processor",
  redis: "Redis",
};
const ADDED: Record<AdditionName, string> = {
  nothing: "one process, one address",
  cdn: "a CDN in front",
  addresses2: "2 addresses, 2 processes",
  addresses4: "4 addresses, 4 processes",
  both: "a CDN, 4 addresses, 4 processes",
  largest: "a CDN, 16 addresses, 16 processes",
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
      count("en", day.requests),
      percent("en", day.hits),
      percent("en", day.stale),
      percent("en", day.refused),
      `${day.waits.p95} ms`,
      count("en", day.redisPerDay),
      cores("en", day.coresAtPeak),
      `${LIMIT_NAMES[day.first]}: ${percent("en", day.limits[day.first])}`,
    ]),
  );
}

/** What additions do. */
export function additionTable({ additions }: Simulated): string {
  return table(
    ["Requests a day", "with", "hits", "stale", "502", "most used limit"],
    additions.map((day) => [
      count("en", day.requests),
      ADDED[day.addition],
      percent("en", day.hits),
      percent("en", day.stale),
      percent("en", day.refused),
      `${LIMIT_NAMES[day.first]}: ${percent("en", day.limits[day.first])}`,
    ]),
  );
}
