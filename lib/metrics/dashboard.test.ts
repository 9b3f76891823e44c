import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { allRoutes, METRICS, playerRoutes } from "./definitions.ts";
import { seriesOfScrape } from "./series.fixture.ts";

const docs = path.resolve(import.meta.dirname, "../../docs");

const panelSchema = z.looseObject({
  id: z.int(),
  type: z.enum(["row", "stat", "timeseries", "state-timeline"]),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: z.object({ h: z.int(), w: z.int(), x: z.int(), y: z.int() }),
  datasource: z.object({ type: z.literal("prometheus"), uid: z.string() }).optional(),
  targets: z.array(z.looseObject({ refId: z.string(), expr: z.string() })).default([]),
  fieldConfig: z
    .looseObject({
      defaults: z.looseObject({ unit: z.string(), thresholds: z.object({ mode: z.string() }) }),
    })
    .optional(),
});

const dashboard = z
  .looseObject({
    title: z.string(),
    uid: z.string(),
    schemaVersion: z.int().min(38),
    templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
    panels: z.array(panelSchema),
  })
  .parse(JSON.parse(readFileSync(path.join(docs, "grafana-dashboard.json"), "utf8")));

const aboutPlayers = ({ description = "" }: z.infer<typeof panelSchema>) =>
  description.includes("responses about players");

const panels = dashboard.panels.filter(({ type }) => type !== "row");
const expressions = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

let series: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  series = await seriesOfScrape();
});

describe("docs/grafana-dashboard.json", () => {
  it("has a title, description, unit, thresholds and the chosen source for every panel", () => {
    expect(dashboard.panels.filter(({ type }) => type === "row").map(({ title }) => title)).toEqual(
      ["Traffic and latency", "Correctness", "Providers", "Machine"],
    );
    expect(dashboard.templating.list).toMatchObject([
      { name: "datasource", type: "datasource", query: "prometheus" },
      { name: "instance", type: "query" },
    ]);
    for (const { title, description, datasource, fieldConfig, targets } of panels) {
      expect(description, title).toMatch(/^\S.*\.$/);
      expect(datasource?.uid, title).toBe("${datasource}");
      expect(fieldConfig?.defaults.unit, title).toMatch(/^\w+$/);
      expect(targets.length, title).toBeGreaterThan(0);
    }
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("counts all routes of players where a panel is about players", () => {
    const picked = expressions.flatMap(([title, expr]) =>
      [...expr.matchAll(/route=~"([^"]*)"/g)].map(([, pattern = ""]) => {
        const isPicked = (route: string) => new RegExp(`^(?:${pattern})$`).test(route);
        return { title, routes: allRoutes.filter(isPicked) };
      }),
    );
    expect(new Set(picked.map(({ title }) => title))).toEqual(
      new Set(panels.filter(aboutPlayers).map(({ title }) => title)),
    );
    for (const { title, routes } of picked) expect(routes, title).toEqual(playerRoutes);
  });

  it.each(expressions)("%s: %s queries metrics and labels that exist", (_, expr) => {
    const selectors = [...expr.matchAll(/([a-z]\w*)\{([^}]*)\}/g)];
    expect(selectors.length).toBeGreaterThan(0);
    const named = [...expr.matchAll(/\b(?:nametag|process|nodejs)_\w+/g)];
    expect(selectors.map(([, name]) => name)).toEqual(named.map(([name]) => name));
    for (const [, name = "", matchers = ""] of selectors) {
      const labels = series.get(name);
      if (labels === undefined) throw new Error(`There is no series ${name}.`);
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
        list.split(", "),
      );
      const matched = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/g)].map(([, label]) => label);
      expect(matched).toContain("instance");
      for (const label of [...matched, ...grouped]) expect([...labels]).toContain(label);
      const isCounter = /_(total|bucket|sum|count)$/.test(name);
      expect(isCounter, `${name} is rated`).toBe(
        new RegExp(`(rate|increase)\\(${name}\\{[^}]*\\}\\[`).test(expr),
      );
    }
    expect(expr.split("(").length).toBe(expr.split(")").length);
  });

  it("shows every metric that the service defines", () => {
    const text = expressions.map(([, expr]) => expr).join("\n");
    expect(Object.keys(METRICS).filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe("docs/running.md", () => {
  it("describes every metric of the service, and no others", () => {
    const text = readFileSync(path.join(docs, "running.md"), "utf8");
    const rows = [...text.matchAll(/^\| `(nametag_\w+)`\s+\| (.*?)\s*\|/gm)];
    const labels = rows.map(([, name, list = ""]) => [
      name,
      [...list.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    ]);
    expect(labels).toEqual(
      Object.entries(METRICS).map(([name, definition]) => [name, [...definition.labels]]),
    );
  });
});
