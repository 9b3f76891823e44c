import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import type { Day } from "./day.ts";
import { samplingFor, scenarioOf, type Scenario } from "./scenario.ts";
import { simulateDay } from "./simulate.ts";
import { ADDITIONS, additionTable, trafficTable } from "./tables.ts";

const GUIDE = "docs/capacity.md";
const TRAFFIC = [1e4, 1e5, 1e6, 3e6, 1e7, 3e7, 1e8];
/** Figures that are kept may take longer. */
const MOST_REQUESTS = 100_000;

/** Simulates the days of the guide, and writes their tables into it. */
export async function writeDocs(): Promise<void> {
  const traffic = await daysOf(TRAFFIC.map((requests) => ({ requests })));
  const additions = await daysOf(ADDITIONS.map(({ given }) => given));
  const tables = { traffic: trafficTable(traffic), additions: additionTable(additions) };
  let guide = readFileSync(GUIDE, "utf8");
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->\n).*?(\n<!-- end -->)`, "s");
    guide = guide.replace(place, `$1\n${table}$2`);
  }
  const options = { parser: "markdown", printWidth: 120, proseWrap: "preserve" } as const;
  writeFileSync(GUIDE, await format(guide, options));
}

async function daysOf(
  scenarios: readonly (Partial<Scenario> & Pick<Scenario, "requests">)[],
): Promise<Day[]> {
  const days: Day[] = [];
  for (const given of scenarios) {
    const scenario = scenarioOf(given);
    days.push(await simulateDay(scenario, samplingFor(scenario, MOST_REQUESTS)));
  }
  return days;
}
