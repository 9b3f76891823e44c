import { cpuMs } from "../machine/usage.mjs";
import { median } from "../numbers.mjs";

/**
 * @typedef {object} Contender
 * @property {import("./servers.mjs").Server} server
 * @property {import("../load/plan.mjs").Plan} plan
 * @property {number} [every]  Takes part in every such round only; 1 by default.
 * @property {number} [expected]  The status that is right; 200 by default.
 *
 * @typedef {object} Measured
 * @property {number[]} rates  Answers a second, round by round.
 * @property {number[]} p99s  In milliseconds.
 * @property {number | undefined} cpuPerAnswer  Microseconds of the server's processor time.
 * @property {number} faults  Answers that were not the expected ones.
 * @property {number} busy  How busy the generator was at most.
 */

const CONNECTIONS = 64;

/**
 * Measures several servers in turn, round after round, so that what else the machine does meets all
 * of them alike. Gives what was measured under the same names.
 *
 * @param {(load: import("../load/generate.mjs").Load) => Promise<import("../load/generate.mjs").LoadResult>} send
 * @param {Record<string, Contender>} contenders
 * @param {{ rounds: number, ms: number, warmUpMs: number, until: number }} pace  After `until` no
 *   further round is begun; one there is always.
 * @returns {Promise<Record<string, Measured>>}
 */
export async function measureInTurn(send, contenders, { rounds, ms, warmUpMs, until }) {
  const entries = Object.entries(contenders);
  const runs = Object.fromEntries(entries.map(([name]) => [name, []]));
  const loadOn = ({ server, plan }, time) =>
    send({ port: server.port, connections: CONNECTIONS, plan, ms: time });
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

/** @typedef {{ result: import("../load/generate.mjs").LoadResult, cpu: number }} Run */

/**
 * @param {Run[]} runs
 * @param {number} expected
 * @returns {Measured}
 */
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

/**
 * How many times as much: the median of the ratios of neighbouring runs.
 *
 * @param {readonly number[]} values
 * @param {readonly number[]} others
 */
export function ratioOf(values, others) {
  // Who takes part in fewer rounds is compared by medians.
  if (values.length !== others.length) return median(values) / median(others);
  return median(values.map((value, index) => value / others[index]));
}
