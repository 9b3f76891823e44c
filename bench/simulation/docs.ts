import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { samplingFor, scenarioOf, type Scenario } from "./scenario.ts";
import { simulateDay } from "./simulate.ts";
import { ADDITIONS, type Figures, type Simulated } from "./simulated.ts";
import { added, additionTable, trafficTable } from "./tables.ts";

const FIGURES = "bench/simulation/simulated.json";
const GUIDE = "docs/capacity.md";
const TRAFFIC = [1e4, 1e5, 1e6, 3e6, 1e7, 3e7, 1e8];
/** Figures that are kept may take longer. */
const MOST_REQUESTS = 100_000;

/** Simulates the days of the guide, and writes their figures and the guide. */
export async function writeDocs(): Promise<void> {
  const day = async (given: Partial<Scenario> & { requests: number }) => {
    const scenario = scenarioOf(given);
    const { requests, ...figures } = await simulateDay(
      scenario,
      samplingFor(scenario, MOST_REQUESTS),
    );
    return { requests, ...rounded(figures) };
  };
  const simulated: Simulated = { direct: [], additions: [] };
  for (const requests of TRAFFIC) simulated.direct.push(await day({ requests }));
  for (const addition of ADDITIONS) {
    simulated.additions.push({ addition, ...(await day(added[addition].given)) });
  }
  writeFileSync(FIGURES, await format(JSON.stringify(simulated), { parser: "json" }));
  writeFileSync(GUIDE, await guideOf(simulated));
}

/** The guide with the tables that follow from the figures. */
export async function guideOf(simulated: Simulated): Promise<string> {
  const tables = {
    traffic: trafficTable(simulated),
    additions: additionTable(simulated),
  };
  let guide = readFileSync(GUIDE, "utf8");
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->\n).*?(\n<!-- end -->)`, "s");
    guide = guide.replace(place, `$1\n${table}$2`);
  }
  return format(guide, { parser: "markdown", printWidth: 120, proseWrap: "preserve" });
}

/** Three digits say all that a simulation knows. */
function rounded(figures: Figures): Figures {
  return JSON.parse(
    JSON.stringify(figures, (_, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(3)) : value,
    ),
  ) as Figures;
}
