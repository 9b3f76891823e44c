import { median, milliseconds, number } from "../report.mjs";
import { record } from "../rounds.mjs";
import { startAll } from "../servers.mjs";

/** @import { Effort, Server } from "../rounds.mjs" */

const HERD = 1_000;
const LATENCY_MS = 50;
const PLAYERS = 2;
const HEAD = { name: "a head", template: "/head?username=Extra_{}&size=64" };
const TEMPLATES = [
  HEAD,
  { name: "a profile of both editions", template: "/api?username=Extra_{}" },
];

/**
 * Many requests for the same unknown player at the same moment.
 *
 * @param {Effort} effort
 */
export async function herd({ until }) {
  const { sandbox, nametag, bare, send } = await startAll();
  let player = 0;
  /** @param {{ template: string }} of */
  const nextTarget = ({ template }) => template.replace("{}", String(player++));
  /**
   * @param {Server} server
   * @param {string} target
   */
  const stampede = ({ port }, target) =>
    send({ port, connections: HERD, count: HERD, plan: { kind: "same", target } });
  await bare.serve(await record(nametag.port, nextTarget(HEAD)));
  await stampede(nametag, nextTarget(HEAD));
  await sandbox.setLatency(LATENCY_MS);

  const rows = [];
  let most = 0;
  for (const template of TEMPLATES) {
    const runs = [];
    /** @type {Record<string, number>} */
    const calls = {};
    for (let run = 0; run < PLAYERS; run++) {
      if (run > 0 && performance.now() > until) break;
      await sandbox.forgetCalls();
      const own = await stampede(nametag, nextTarget(template));
      for (const [route, many] of Object.entries(await sandbox.calls())) {
        calls[route] = Math.max(calls[route] ?? 0, many);
      }
      runs.push({ own, bare: await stampede(bare, "/") });
    }
    most = Math.max(most, ...Object.values(calls));
    rows.push({
      Request: template.name,
      "last response": milliseconds(median(runs.map(({ own }) => own.seconds * 1_000))),
      "bare server": milliseconds(median(runs.map((run) => run.bare.seconds * 1_000))),
      "not 200": number(Math.max(...runs.map(({ own }) => HERD - (own.statuses[200] ?? 0)))),
      "calls to providers": Object.entries(calls)
        .map(([route, many]) => `${many} ${route}`)
        .join(", "),
    });
  }
  return {
    title: "A herd",
    about: `${number(HERD)} connections request the same unknown player at the same moment, each call to a provider taking ${LATENCY_MS} ms. “Last response” is when all have theirs, beside the time a bare server needs for as many; the calls are the most that any herd caused, by kind.`,
    rows,
    aims: [
      {
        aim: "A herd of 1,000: one call of each kind",
        measured: `at most ${most} of a kind`,
        met: most <= 1,
      },
    ],
  };
}
