import { readFileSync } from "node:fs";
import { plotWords, type PlotId, type PlotWords } from "../lib/docs/capacity/plots.ts";
import { capacityPage } from "../lib/docs/pages/capacity.ts";

/** What a plot says in English, as the page of the documentation has it. */
export function wordsFor(id: PlotId): PlotWords {
  const { DocsPages } = JSON.parse(readFileSync("messages/en.json", "utf8")) as {
    DocsPages: Record<string, Record<string, string>>;
  };
  const text = (page: string, key: string) => DocsPages[page]?.[key] ?? "";
  const block = capacityPage.blocks.find((one) => one.kind === "plot" && one.plot === id);
  const columns = block?.kind === "plot" ? block.columns : [];
  return plotWords(columns, capacityPage, { locale: "en", text });
}
