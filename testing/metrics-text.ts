/** A line of a metrics text with a value. */
interface MetricLine {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** All lines of one metric, with its type and help. */
interface MetricFamily {
  name: string;
  type: string;
  help: string;
  lines: MetricLine[];
}

const NAME = "[a-z_][a-z0-9_]*";
const LABEL = `${NAME}="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);

/**
 * Reads Prometheus' text format strictly: every family has HELP and TYPE first, is in one piece, and has no
 * series twice.
 * @throws Error that names the first line that breaks a rule.
 */
export function readMetrics(text: string): Map<string, MetricFamily> {
  const families = new Map<string, MetricFamily>();
  const series = new Set<string>();
  let current: MetricFamily | undefined;
  if (!text.endsWith("\n")) throw new Error("The text does not end with a line end.");

  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, word, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word === "HELP") {
      if (families.has(name)) throw new Error(`A second time: ${line}`);
      current = { name, help: rest, type: "", lines: [] };
      families.set(name, current);
    } else if (word === "TYPE") {
      if (current?.name !== name || current.type !== "") throw new Error(`Out of place: ${line}`);
      current.type = rest;
    } else {
      const sample = readSample(line);
      const labels = Object.entries(sample.labels).map(([label, value]) => `${label}="${value}"`);
      const key = [sample.name, ...labels.toSorted()].join();
      if (series.has(key)) throw new Error(`A second time: ${line}`);
      series.add(key);
      if (current === undefined || familyNameOf(sample, current) !== current.name) {
        throw new Error(`Not announced: ${line}`);
      }
      current.lines.push(sample);
    }
  }
  return families;
}

/** The sum of a metric's values over the series with these labels. */
export function sumOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const family = readMetrics(text).get(name);
  if (family === undefined) throw new Error(`There is no metric ${name}.`);
  return family.lines
    .filter((line) =>
      Object.entries(labels).every(([label, value]) => line.labels[label] === value),
    )
    .reduce((sum, { value }) => sum + value, 0);
}

function readSample(line: string): MetricLine {
  const [, name, labels = "", number] = SAMPLE.exec(line) ?? [];
  const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
  if (name === undefined || Number.isNaN(value)) throw new Error(`Malformed: ${line}`);
  const pairs = [...labels.matchAll(new RegExp(`(${NAME})="((?:[^"\\\\]|\\\\.)*)"`, "g"))];
  return { name, value, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])) };
}

function familyNameOf({ name, labels }: MetricLine, { type }: MetricFamily): string {
  if (type !== "histogram") return name;
  if (name.endsWith("_bucket") !== "le" in labels) throw new Error(`${name} has wrong labels.`);
  return name.replace(/_(bucket|sum|count)$/, "");
}
