import { cpuMs } from "./machine.mjs";
import { get } from "./processes.mjs";
import { median } from "./report.mjs";

/**
 * @import { Load, LoadResult } from "./load.mjs"
 */

/**
 * How long to measure: `until` says when to stop repeating, by `performance.now()`.
 *
 * @typedef {{ full: boolean, until: number }} Effort
 *
 * @typedef {{ port: number, pid: number | undefined }} Server
 *
 * A server that takes part in every `every`th round, over `connections`; its responses must have the status
 * `expected`.
 *
 * @typedef {object} Contender
 * @property {Server} server
 * @property {string} target
 * @property {Record<string, string>} [headers]
 * @property {number} [expected]
 * @property {number} [every]
 * @property {number | undefined} [connections]
 *
 * @typedef {(load: Load) => Promise<LoadResult>} Send
 * @typedef {{ result: LoadResult, cpu: number }} Run
 * @typedef {ReturnType<typeof summarise>} Summary
 * @typedef {Awaited<ReturnType<typeof record>>} Recording
 */

const CONNECTIONS = 64;

/**
 * Measures several servers in turn, round after round, so that other load on the machine affects all of
 * them alike. Returns the results under the same names: responses per second and 99th percentiles by round,
 * microseconds of CPU time per response, the number of responses with another status, and how busy the generator was at
 * most. The first round always takes place; after `until`, no other is started.
 *
 * @template {Record<string, Contender>} Contenders
 * @param {Send} send
 * @param {Contenders} contenders
 * @param {Effort & { warmUpMs: number }} effort
 */
export async function measureInTurn(send, contenders, { full, warmUpMs, until }) {
  const { rounds, ms } = full ? { rounds: 9, ms: 2_000 } : { rounds: 5, ms: 400 };
  const entries = Object.entries(contenders).map(([name, contender]) => {
    /** @type {Run[]} */
    const runs = [];
    return { name, contender, runs };
  });
  /**
   * @param {Contender} contender
   * @param {number} time
   */
  const loadOn = ({ server, target, headers, connections = CONNECTIONS }, time) =>
    send({ port: server.port, connections, targets: [target], headers, ms: time });
  for (const { contender } of entries) await loadOn(contender, warmUpMs);
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && performance.now() > until) break;
    for (const { contender, runs } of entries) {
      if (round % (contender.every ?? 1) !== 0) continue;
      const before = cpuMs(contender.server.pid);
      const result = await loadOn(contender, ms);
      const after = cpuMs(contender.server.pid);
      runs.push({ result, cpu: after - before });
    }
  }
  const summaries = entries.map(({ name, contender, runs }) => [name, summarise(runs, contender)]);
  // The same names.
  return /** @type {{ [Name in keyof Contenders]: Summary }} */ (Object.fromEntries(summaries));
}

/**
 * @param {readonly Run[]} runs
 * @param {Contender} contender
 */
function summarise(runs, { expected = 200 }) {
  const results = runs.map(({ result }) => result);
  /** @param {(run: Run) => number} pick */
  const sum = (pick) => runs.reduce((total, run) => total + pick(run), 0);
  const responses = sum(({ result }) => result.responses);
  const right = sum(({ result }) => result.statuses[expected] ?? 0);
  return {
    rates: results.map((result) => result.responses / result.seconds),
    p99s: results.map(({ p99 }) => p99),
    cpuPerResponse: (sum(({ cpu }) => cpu) / responses) * 1_000,
    faults: responses - right + sum(({ result }) => result.broken),
    busy: Math.max(...results.map(({ busy }) => busy)),
  };
}

/**
 * The median of the ratios of adjacent runs.
 *
 * @param {readonly number[]} values
 * @param {readonly number[]} others
 */
export function ratioOf(values, others) {
  // A contender with fewer rounds is compared by medians.
  if (values.length !== others.length) return median(values) / median(others);
  return median(values.map((value, index) => value / (others[index] ?? NaN)));
}

const OF_THE_CONNECTION = ["date", "connection", "keep-alive", "transfer-encoding"];

/**
 * Records a response once its bytes are cached: the first request fetches it, the second stores it.
 *
 * @param {number} port
 * @param {string} target
 * @param {(tag: string) => Record<string, string>} [headersFor]
 */
export async function record(port, target, headersFor = () => ({})) {
  await get(port, target);
  const { headers: known } = await get(port, target);
  const requestHeaders = headersFor(String(known.etag ?? ""));
  const { status, headers, body } = await get(port, target, requestHeaders);
  const own = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return { status, headers: Object.fromEntries(own), body, requestHeaders };
}
