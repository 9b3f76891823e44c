import { LOAD } from "../machine.mjs";
import { numbered } from "../load.mjs";
import { startChild } from "../processes.mjs";
import { atMost, median, milliseconds } from "../report.mjs";
import { startAll } from "../servers.mjs";

/**
 * @import { Effort } from "../rounds.mjs"
 */

/** `chain` names the calls that the lookup must wait for; see `children/programs.mjs`. */
const LOOKUPS = /** @type {const} */ ([
  { name: "profile, Java", template: "/api?username=Extra_{}&type=java", chain: "java" },
  { name: "profile, both editions", template: "/api?username=Extra_{}", chain: "both" },
  { name: "head, 64 px", template: "/head?username=Extra_{}&size=64", chain: "java" },
]);
const BLOCK = 10;
const WARM_UP = 60;
const MOST_ADDED_MS = 5;

/**
 * First lookups of players.
 *
 * @param {Effort} effort
 */
export async function cold({ full, until }) {
  const { sandbox, nametag, send } = await startAll();
  const { environment } = sandbox;
  const calls = await startChild("chain", { cores: LOAD });
  let from = 1;
  /** @type {Record<string, number>} */
  const failed = {};
  /** @param {string} template */
  const byService = async (template) => {
    const targets = numbered([template], from, BLOCK);
    const load = { port: nametag.port, connections: 1, targets, withTimes: true };
    const { statuses, times } = await send(load);
    for (const [status, many] of Object.entries(statuses)) {
      if (status !== "200") failed[status] = (failed[status] ?? 0) + many;
    }
    return times;
  };
  /**
   * @param {(typeof LOOKUPS)[number]} lookup
   * @param {number} count
   * @param {number} latencyMs
   */
  const measure = async ({ name, template, chain }, count, latencyMs) => {
    /** @type {number[]} */
    const own = [];
    /** @type {number[]} */
    const least = [];
    while (own.length < count && (own.length === 0 || performance.now() < until)) {
      const service = byService(template);
      // With slow calls, both mostly wait, so they can run at the same time.
      if (latencyMs === 0) await service;
      const chained = calls.call({ environment, chain, from, count: BLOCK });
      const [times, bare] = await Promise.all([service, chained]);
      own.push(...times);
      least.push(...bare.times);
      from += BLOCK;
    }
    const [total, providers] = [median(own), median(least)];
    return { name, latencyMs, players: own.length, total, providers, added: total - providers };
  };

  for (const lookup of LOOKUPS) await measure(lookup, WARM_UP, 0);
  const measured = [];
  for (const { latencyMs, count } of [
    { latencyMs: 0, count: 200 },
    { latencyMs: 50, count: full ? 200 : 30 },
  ]) {
    await sandbox.setLatency(latencyMs);
    for (const lookup of LOOKUPS) measured.push(await measure(lookup, count, latencyMs));
  }
  const most = Math.max(...measured.map(({ added }) => added));
  return {
    title: "Cold lookups",
    about:
      "Players requested one after the other, each for the first time. “Providers” is the time of the dependent calls when a bare client makes them, measured in turn with the service; “added” is the time that the service takes beyond that. All are medians.",
    rows: measured.map(({ name, latencyMs, players, total, providers, added }) => ({
      Lookup: name,
      "each call": `${latencyMs} ms`,
      players: String(players),
      "in all": milliseconds(total),
      providers: milliseconds(providers),
      added: milliseconds(added),
    })),
    notes: Object.entries(failed).map(([status, many]) => `${many} responses were a ${status}.`),
    aims: [atMost("Cold lookups, added to the providers' time", most, MOST_ADDED_MS, " ms")],
  };
}
