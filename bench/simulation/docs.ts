import { readFileSync, writeFileSync } from "node:fs";
import type { Messages } from "next-intl";
import { format } from "prettier";
import {
  ADDITIONS,
  type Day,
  type Figures,
  type Simulated,
} from "../../site/docs/capacity/figures.ts";
import { plotFile, plotIds, plotOf, type PlotId } from "../../site/docs/capacity/plot.ts";
import { samplingFor, scenarioOf, type Scenario } from "./scenario.ts";
import { simulateDay } from "./simulate.ts";
import { added, additionTable, growthTable, trafficTable } from "./tables.ts";

const FIGURES = "site/docs/capacity/simulated.json";
const GUIDE = "docs/capacity.md";
const TRAFFIC = [1e4, 1e5, 1e6, 3e6, 1e7, 3e7, 1e8];
/** Figures that are kept may take longer. */
const MOST_REQUESTS = 100_000;

/** Simulates what the documentation shows, and writes it. */
export async function writeDocs(): Promise<void> {
  const day = async (given: Partial<Scenario> & { requests: number }) => {
    const scenario = scenarioOf(given);
    const { requests, ...figures } = await simulateDay(
      scenario,
      samplingFor(scenario, MOST_REQUESTS),
    );
    return { requests, ...rounded(figures) };
  };
  const simulated: Simulated = { direct: [], behindCdn: [], additions: [] };
  for (const requests of TRAFFIC) simulated.direct.push(await day({ requests }));
  for (const requests of TRAFFIC) simulated.behindCdn.push(await day({ requests, cdn: true }));
  for (const addition of ADDITIONS) {
    simulated.additions.push({ addition, ...(await day(added[addition].given)) });
  }
  writeFileSync(FIGURES, await format(JSON.stringify(simulated), { parser: "json" }));
  for (const [file, text] of Object.entries(await documents(simulated))) writeFileSync(file, text);
}

/** The files that follow from the figures, by their paths. */
export async function documents(simulated: Simulated): Promise<Record<string, string>> {
  const tables = {
    traffic: trafficTable(simulated),
    additions: additionTable(simulated),
    growth: growthTable(simulated),
  };
  let guide = readFileSync(GUIDE, "utf8");
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->\n).*?(\n<!-- end -->)`, "s");
    guide = guide.replace(place, `$1\n${table}$2`);
  }
  const plots = plotIds.map(
    (id) => [`public/pictures/capacity-${id}.svg`, plotFileOf(id, simulated)] as const,
  );
  return {
    [GUIDE]: await format(guide, { parser: "markdown", printWidth: 120, proseWrap: "preserve" }),
    ...Object.fromEntries(plots),
  };
}

/** Three digits say all that a simulation knows. */
function rounded(figures: Figures): Figures {
  return JSON.parse(
    JSON.stringify(figures, (_, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(3)) : value,
    ),
  ) as Figures;
}

/** A plot as an SVG file, in English as the page of the documentation has it. */
export function plotFileOf(
  id: PlotId,
  days: { direct: readonly Day[]; behindCdn: readonly Day[] },
): string {
  const { Docs: labels } = JSON.parse(readFileSync("messages/en.json", "utf8")) as Messages;
  return plotFile(plotOf(id, { locale: "en", labels }, days));
}
