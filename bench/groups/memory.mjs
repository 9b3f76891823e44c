import { setTimeout as sleep } from "node:timers/promises";
import { numbered } from "../load.mjs";
import { memoryMb } from "../machine.mjs";
import { atMost, number } from "../report.mjs";
import { startAll } from "../servers.mjs";

/**
 * @import { Effort } from "../rounds.mjs"
 */

const TEMPLATE = "/api?username=Extra_{}&type=java";
const CONNECTIONS = 64;
const LOOKED_AT = [
  1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];
const MOST = 200_000;
/** V8 gives back what starting took when a thread has been idle for a while: here both had, after 40 s. */
const IDLE_MS = 60_000;
const MOST_IDLE_MB = 130;
/** Names requested between two checks of the time. */
const STEP = 1_000;
/** After how many names memory must stay flat, and how much it may grow with ten times as many. */
const FLAT_FROM = 100_000;
const FLAT_BY = 1.1;

/**
 * An endless series of new names, each requested once.
 *
 * @param {Effort} effort
 */
export async function memory({ full, until }) {
  const { nametag, send } = await startAll();
  /** @type {{ names: number, own: number, ofFiles: number, total: number }[]} */
  const seen = [];
  const look = () => {
    const { total, ofFiles } = memoryMb(nametag.pid);
    seen.push({ names, own: total - ofFiles, ofFiles, total });
  };
  let names = 0;
  const started = memoryMb(nametag.pid).total;
  await sleep(IDLE_MS);
  look();
  const most = full ? Infinity : MOST;
  for (const wanted of LOOKED_AT.filter((count) => count <= most)) {
    const before = names;
    while (names < wanted && performance.now() < until) {
      const targets = numbered([TEMPLATE], names + 1, Math.min(STEP, wanted - names));
      const load = { port: nametag.port, connections: CONNECTIONS, targets };
      names += (await send(load)).responses;
    }
    if (names > before) look();
  }

  const flatFrom = seen.find((one) => one.names >= FLAT_FROM);
  const last = seen.at(-1);
  const canTell = flatFrom !== undefined && last !== undefined && last !== flatFrom;
  return {
    title: "Memory",
    about:
      "Resident memory while ever new players are looked up, none of them twice. “Own” is what the process itself holds; “of files” mirrors the embedded store and the program, and the system takes it back when it needs it.",
    rows: seen.map(({ own, ofFiles, total, ...row }) => ({
      "Names so far": number(row.names),
      own: number(own, " MB"),
      "of files": number(ofFiles, " MB"),
      "in all": number(total, " MB"),
    })),
    notes: [
      `It held ${number(started)} MB when it had started, and what the first row says after a minute without requests.`,
      ...(canTell
        ? []
        : ["How far it gets depends on the time; `--full` goes on to a million names."]),
    ],
    aims: [
      atMost("Memory of an idle service", seen[0]?.total, MOST_IDLE_MB, " MB"),
      {
        aim: "Memory from 100,000 names to 1,000,000: flat",
        measured: canTell ? `${number(flatFrom.own)} MB, then ${number(last.own)} MB` : "–",
        met: canTell && last.names >= 1_000_000 ? last.own <= flatFrom.own * FLAT_BY : undefined,
      },
    ],
  };
}
