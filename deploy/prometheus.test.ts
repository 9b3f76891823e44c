import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { seriesOfScrape } from "../lib/metrics/series.fixture.ts";
import { isInstalled, runProgram } from "../testing/run-program.ts";
import { root, textOf, yamlOf } from "./manifests.fixture.ts";

const FILE = "deploy/prometheus/alerts.yml";
const TESTS = "deploy/prometheus/alerts.test.yml";

const line = z.string().regex(/^\S.*\.$/);
const alertSchema = z.strictObject({
  alert: z.string().regex(/^Nametag[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().regex(/^\d+m$/),
  labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.strictObject({ summary: line, runbook: line.or(z.string().endsWith("?")) }),
});
const file = z
  .strictObject({
    groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(alertSchema) })]),
  })
  .parse(yamlOf(FILE));
const [{ rules }] = file.groups;

let series: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  series = await seriesOfScrape();
});

describe("alerts.yml", () => {
  it.each(rules)("$alert is about metrics and labels that exist", ({ expr }) => {
    const names = expr.match(/\b(?:nametag|process)_\w+/g) ?? [];
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const [name = ""] = names;
    const known = series.get(name) ?? new Set(["job", "instance"]);
    const matched = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/g)].map(([, label]) => label);
    const grouped = [...expr.matchAll(/(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
      list.split(", "),
    );
    const labels = [...matched, ...grouped];
    expect(labels.filter((label) => label === undefined || !known.has(label))).toEqual([]);
  });

  it("is the PrometheusRule for Kubernetes as well", () => {
    const rule = yamlOf("deploy/kubernetes/monitoring/prometheus-rule.yaml");
    expect(rule).toMatchObject({ kind: "PrometheusRule", spec: file });
  });

  it("has a row for each alert in docs/running.md, with its severity and time", () => {
    const lines = [
      ...textOf("docs/running.md").matchAll(/^\| `(Nametag\w+)`\s*\| (\w+)\s*\| (\d+) min/gm),
    ];
    expect(lines.map(([, ...row]) => row)).toEqual(
      rules.map(({ alert, labels, for: time }) => [alert, labels.severity, time.slice(0, -1)]),
    );
  });

  it("has tests in which each alert fires", () => {
    const fires = [...textOf(TESTS).matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
    expect(new Set(fires)).toEqual(new Set(rules.map(({ alert }) => alert)));
  });

  // In CI, `npm test` ends if there is none.
  it.skipIf(!isInstalled("promtool"))(
    "passes these tests of promtool, and its checks",
    async () => {
      const promtool = (...words: string[]) => runProgram("promtool", words, root);
      expect(await promtool("check", "rules", FILE)).toMatchObject({ code: 0 });
      const { code, stdout, stderr } = await promtool("test", "rules", path.join(root, TESTS));
      expect([code, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
    },
  );
});
