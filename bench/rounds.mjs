import { cpuMs } from "./machine.mjs";
import { ask } from "./processes.mjs";
import { median } from "./report.mjs";

const CONNECTIONS = 64;

/**
 * Measures several servers in turn, round after round, so that what else the machine does meets all
 * of them alike. Gives what was measured under the same names: answers a second and 99th percentiles
 * by round, microseconds of processor time per answer, answers that were not the expected ones, and how
 * busy the generator was at most. A contender takes part in each `every`th round, over so many
 * `connections`; its answers are to have the status `expected`. After `until` no further round is begun,
 * but one there always is.
 */
export async function measureInTurn(send, contenders, { rounds, ms, warmUpMs, until }) {
  const entries = Object.entries(contenders);
  const runs = Object.fromEntries(entries.map(([name]) => [name, []]));
  const loadOn = ({ server, plan, connections = CONNECTIONS }, time) =>
    send({ port: server.port, connections, plan, ms: time });
  for (const [, contender] of entries) await loadOn(contender, warmUpMs);
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && performance.now() > until) break;
    for (const [name, contender] of entries) {
      if (round % (contender.every ?? 1) !== 0) continue;
      const before = cpuMs(contender.server.pid);
      const result = await loadOn(contender, ms);
      const after = cpuMs(contender.server.pid);
      runs[name].push({ result, cpu: (after ?? NaN) - (before ?? NaN) });
    }
  }
  return Object.fromEntries(
    entries.map(([name, { expected = 200 }]) => [name, summarise(runs[name], expected)]),
  );
}

function summarise(runs, expected) {
  const results = runs.map(({ result }) => result);
  const sum = (pick) => runs.reduce((total, run) => total + pick(run), 0);
  const answers = sum(({ result }) => result.answers);
  const right = sum(({ result }) => result.statuses[expected] ?? 0);
  return {
    rates: results.map((result) => result.answers / result.seconds),
    p99s: results.map(({ p99 }) => p99),
    cpuPerAnswer: (sum(({ cpu }) => cpu) / answers) * 1_000,
    faults: answers - right + sum(({ result }) => result.broken + result.wrong),
    busy: Math.max(...results.map(({ busy }) => busy)),
  };
}

/** How many times as much: the median of the ratios of neighbouring runs. */
export function ratioOf(values, others) {
  // Who takes part in fewer rounds is compared by medians.
  if (values.length !== others.length) return median(values) / median(others);
  return median(values.map((value, index) => value / others[index]));
}

const OF_THE_CONNECTION = ["date", "connection", "keep-alive", "transfer-encoding"];

/** Records an answer once it is a finished one: the first request fetches, the second keeps. */
export async function record(port, target, headersFor = () => ({})) {
  await ask(port, target);
  const { headers: known } = await ask(port, target);
  const requestHeaders = headersFor(known.etag ?? "");
  const { status, headers, body } = await ask(port, target, requestHeaders);
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return { status, headers: Object.fromEntries(kept), body, requestHeaders };
}
