import { cpuMs } from "./machine.mjs";
import { get } from "./processes.mjs";
import { median } from "./report.mjs";

const CONNECTIONS = 64;

/**
 * Measures several servers in turn, round after round, so that other load on the machine affects all of
 * them alike. Returns the results under the same names: responses per second and 99th percentiles by round,
 * microseconds of CPU time per response, the number of wrong responses, and how busy the generator was at
 * most. A contender takes part in every `every`th round, over `connections`; its responses must have the
 * status `expected`. The first round always takes place; after `until`, no other is started.
 */
export async function measureInTurn(send, contenders, { full, warmUpMs, until }) {
  const { rounds, ms } = full ? { rounds: 9, ms: 2_000 } : { rounds: 5, ms: 400 };
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
  const responses = sum(({ result }) => result.responses);
  const right = sum(({ result }) => result.statuses[expected] ?? 0);
  return {
    rates: results.map((result) => result.responses / result.seconds),
    p99s: results.map(({ p99 }) => p99),
    cpuPerResponse: (sum(({ cpu }) => cpu) / responses) * 1_000,
    faults: responses - right + sum(({ result }) => result.broken + result.wrong),
    busy: Math.max(...results.map(({ busy }) => busy)),
  };
}

/** The median of the ratios of adjacent runs. */
export function ratioOf(values, others) {
  // A contender with fewer rounds is compared by medians.
  if (values.length !== others.length) return median(values) / median(others);
  return median(values.map((value, index) => value / others[index]));
}

const OF_THE_CONNECTION = ["date", "connection", "keep-alive", "transfer-encoding"];

/** Records a response once its bytes are cached: the first request fetches it, the second stores it. */
export async function record(port, target, headersFor = () => ({})) {
  await get(port, target);
  const { headers: known } = await get(port, target);
  const requestHeaders = headersFor(known.etag ?? "");
  const { status, headers, body } = await get(port, target, requestHeaders);
  const own = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return { status, headers: Object.fromEntries(own), body, requestHeaders };
}
