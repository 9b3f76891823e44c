import { compareResponses, comparisonOf, notesOn } from "../compare.mjs";
import { atLeast, atMost } from "../report.mjs";
import { startAll, startNext, startNginx } from "../servers.mjs";

/**
 * @import { Compared } from "../compare.mjs"
 * @import { Effort } from "../rounds.mjs"
 */

const PLAYER = "Lantern_Lou";
/** @type {readonly Compared[]} */
const RESPONSES = [
  { name: "`/api`, profile of both editions", target: `/api?username=${PLAYER}` },
  { name: "`/head`, 64 px png", target: `/head?username=${PLAYER}&size=64` },
  { name: "`/head`, 160 px png", target: `/head?username=${PLAYER}&size=160` },
  { name: "`/head`, 512 px webp", target: `/head?username=${PLAYER}&size=512&format=webp` },
  {
    name: "`/api`, revalidated: 304",
    target: `/api?username=${PLAYER}`,
    headersFor: (tag) => ({ "if-none-match": tag }),
  },
];

/**
 * Cached responses, compared with every server that could send them.
 *
 * @param {Effort} effort
 */
export async function hot({ full, until }) {
  const { sandbox, ...servers } = await startAll();
  const next = await startNext(sandbox);
  const measured = await compareResponses(
    RESPONSES,
    { ...servers, next, startFiles: startNginx },
    { full, until },
  );
  const wholes = measured.slice(0, -1);
  const slowest = Math.max(...measured.map(({ p99 }) => p99));
  return {
    title: "Hot responses",
    about:
      "One response again and again over 64 connections, one process on one core. “Of bare” compares with a `node:http` server that sends the same status, headers and body through `writeHead` and `end`; “p99” and “CPU” are the time that 99 % of responses stay below and the processor time of the server per response, against the same of the bare server, where less is better; `next start` serves the same build by its route handlers; nginx serves the same bytes as a file.",
    rows: measured.map((row) => ({ Answer: row.name, ...comparisonOf(row) })),
    notes: notesOn(measured),
    aims: [
      atLeast("Hot responses, of bare", Math.min(...wholes.map(({ ofBare }) => ofBare)), 0.95),
      atLeast("Hot responses, of next start", Math.min(...wholes.map(({ ofNext }) => ofNext)), 25),
      atLeast("A 304, of the hot 200", measured.at(-1)?.ofWhole ?? NaN, 1),
      atMost("p99 under load, of bare", slowest, 1.5, " ×"),
    ],
  };
}
