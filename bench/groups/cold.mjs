import { LOAD } from "../machine.mjs";
import { startChild } from "../processes.mjs";
import { atMost, median, milliseconds } from "../report.mjs";
import { startLoad, startSandbox, startService } from "../servers.mjs";

/** `chain` names what of `children/chain.mjs` the lookup has to wait for. */
const LOOKUPS = [
  { name: "profile, Java", template: "/api?username=Extra_{}&type=java", chain: "java" },
  { name: "profile, both editions", template: "/api?username=Extra_{}", chain: "both" },
  { name: "head, 64 px", template: "/head?username=Extra_{}&size=64", chain: "java" },
];
const BLOCK = 10;
const WARM_UP = 60;
const MOST_ADDED_MS = 5;

/** First lookups of players. */
export const cold = {
  name: "cold",
  seconds: 15,

  async run({ full, until }) {
    const sandbox = await startSandbox();
    const [nametag, chain, send] = await Promise.all([
      startService(sandbox),
      startChild("chain", { cores: LOAD }),
      startLoad(),
    ]);
    let from = 1;
    const failed = {};
    const { environment } = sandbox;
    const byService = async ({ template }, count) => {
      const plan = { kind: "numbered", template, from };
      const load = { port: nametag.port, connections: 1, plan, count, keepTimes: true };
      const result = await send(load);
      for (const [status, many] of Object.entries(result.statuses)) {
        if (status !== "200") failed[status] = (failed[status] ?? 0) + many;
      }
      return result.times;
    };
    const byChain = async (lookup, count) =>
      (await chain.ask({ environment, chain: lookup.chain, from, count })).times;

    const measure = async (lookup, count, together = false) => {
      const own = [];
      const least = [];
      while (own.length < count && (own.length === 0 || performance.now() < until)) {
        const service = byService(lookup, BLOCK);
        if (!together) await service;
        const chained = byChain(lookup, BLOCK);
        own.push(...(await service));
        least.push(...(await chained));
        from += BLOCK;
      }
      return { name: lookup.name, own, least };
    };
    for (const lookup of LOOKUPS) await measure(lookup, WARM_UP);

    const rows = [];
    for (const [latencyMs, count] of [
      [0, 200],
      [50, full ? 200 : 30],
    ]) {
      await sandbox.setLatency(latencyMs);
      for (const lookup of LOOKUPS) {
        // Both do nothing but wait when calls take long, so that they need not take turns.
        rows.push({ latencyMs, ...(await measure(lookup, count, latencyMs > 0)) });
      }
    }
    return section(rows, failed);
  },
};

function section(measured, failed) {
  const rows = measured.map(({ own, least, ...row }) => ({
    ...row,
    players: own.length,
    total: median(own),
    upstream: median(least),
    added: median(own) - median(least),
  }));
  const most = Math.max(...rows.map(({ added }) => added));
  return {
    title: "Cold lookups",
    about:
      "Players asked for one after the other, each for the first time. “Providers” is what the calls that have to wait for each other take when a bare client makes them, measured in turn with the service; “added” is what the service takes beyond it. All are medians.",
    table: {
      columns: ["Lookup", "each call", "players", "in all", "providers", "added"],
      rows: rows.map((row) => [
        row.name,
        `${row.latencyMs} ms`,
        String(row.players),
        milliseconds(row.total),
        milliseconds(row.upstream),
        milliseconds(row.added),
      ]),
    },
    notes: Object.entries(failed).map(([status, many]) => `${many} answers were a ${status}.`),
    aims: [atMost("Cold lookups, added to the providers' time", most, MOST_ADDED_MS, " ms")],
  };
}
