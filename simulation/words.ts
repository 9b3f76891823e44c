import { readFileSync } from "node:fs";
import type { Day } from "../lib/docs/capacity/figures.ts";
import { plotFile } from "../lib/docs/capacity/plot.ts";
import { plotOf, type PlotId } from "../lib/docs/capacity/plots.ts";
import { capacity as page } from "../lib/docs/pages/operating.ts";

/** A plot as an SVG file, in English as the page of the documentation has it. */
export function plotFileOf(
  id: PlotId,
  days: { direct: readonly Day[]; behindCdn: readonly Day[] },
): string {
  const { DocsPages } = JSON.parse(readFileSync("messages/en.json", "utf8")) as {
    DocsPages: Record<string, Record<string, string>>;
  };
  const text = (page: string, key: string) => DocsPages[page]?.[key] ?? "";
  const block = page.blocks.find((one) => one.kind === "plot" && one.plot === id);
  if (block?.kind !== "plot") throw new TypeError(`The page about capacity has no plot ${id}.`);
  return plotFile(plotOf(block, page, { locale: "en", text }, days));
}
