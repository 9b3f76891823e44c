import { ask } from "../processes.mjs";
import { atLeast, median, number, times } from "../report.mjs";
import { measureInTurn, ratioOf, record } from "../rounds.mjs";
import { startAll, startNext, startNginx } from "../servers.mjs";

const PLAYER = "Lantern_Lou";
const ANSWERS = [
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
const MOST_P99 = 1.5;

/** Answers that are known already, against everything that could give them. */
export async function hot({ full, until }) {
  const { sandbox, nametag, bare, send } = await startAll();
  const next = await startNext(sandbox);
  const recordings = [];
  for (const { target, headersFor } of ANSWERS) {
    recordings.push(await record(nametag.port, target, headersFor));
    await record(next.port, target, headersFor);
  }
  const nginx = await startNginx(recordings);

  const pace = full ? { rounds: 9, ms: 2_000 } : { rounds: 5, ms: 400 };
  const measured = [];
  for (const [index, { name, target }] of ANSWERS.entries()) {
    const now = performance.now();
    const { status: expected, requestHeaders } = recordings[index];
    await bare.serve(recordings[index]);
    const plan = { kind: "same", target, headers: requestHeaders };
    const filePlan = { kind: "same", target: `/${index}` };
    const contenders = {
      own: { server: nametag, plan, expected },
      bare: { server: bare, plan, expected },
      // A revalidation is compared with the whole answer, too.
      ...(expected === 304 && { whole: { server: nametag, plan: { kind: "same", target } } }),
      next: { server: next, plan: await ownTag(next, plan), expected, every: 3 },
      ...(nginx && { nginx: { server: nginx, plan: filePlan, expected, every: 3 } }),
    };
    const run = await measureInTurn(send, contenders, {
      ...pace,
      warmUpMs: index === 0 ? 700 : 200,
      // What is left is shared by the rows that are left.
      until: now + (until - now) / (ANSWERS.length - index),
    });
    measured.push({ name, ...compare(run) });
  }

  const faults = measured.reduce((sum, row) => sum + row.faults, 0);
  const wholes = measured.slice(0, -1);
  const slowest = Math.max(...measured.map(({ p99 }) => p99));
  return {
    title: "Hot answers",
    about:
      "One answer again and again over 64 connections, one process on one core. “Of bare” compares with a `node:http` server that sends the same status, headers and body through `writeHead` and `end`; “p99” and “CPU” are the time that 99 % of answers stay below and the processor time of the server per answer, against the same of the bare server, where less is better; `next start` serves the same build by its route handlers; nginx serves the same bytes as a file.",
    rows: measured.map((row) => ({
      Answer: row.name,
      "per second": number(row.rate),
      "of bare": times(row.ofBare),
      "of nginx": times(row.ofNginx),
      "of next start": times(row.ofNext),
      p99: times(row.p99),
      CPU: times(row.cpu),
    })),
    notes: [
      faults > 0 && `${faults} answers were not what they should have been.`,
      measured.some(({ busy }) => busy > 0.9) &&
        "The load generator itself was at its limit in some rows: the ratios there are too near 1.",
    ].filter(Boolean),
    aims: [
      atLeast("Hot answers, of bare", Math.min(...wholes.map(({ ofBare }) => ofBare)), 1),
      atLeast("Hot answers, of next start", Math.min(...wholes.map(({ ofNext }) => ofNext)), 25),
      atLeast("A 304, of the hot 200", measured.at(-1).ofWhole, 1),
      {
        aim: `p99 under load, of bare: at most ${MOST_P99}`,
        measured: times(slowest),
        met: slowest <= MOST_P99,
      },
    ],
  };
}

/** The tag of Next's own answer: it looked the player up at another time. */
async function ownTag({ port }, plan) {
  if (plan.headers["if-none-match"] === undefined) return plan;
  const { headers } = await ask(port, plan.target);
  return { ...plan, headers: { "if-none-match": headers.etag } };
}

function compare({ own, bare, whole, next, nginx }) {
  return {
    rate: median(own.rates),
    ofBare: ratioOf(own.rates, bare.rates),
    ofWhole: whole && ratioOf(own.rates, whole.rates),
    ofNext: ratioOf(own.rates, next.rates),
    ofNginx: nginx && ratioOf(own.rates, nginx.rates),
    p99: ratioOf(own.p99s, bare.p99s),
    cpu: own.cpuPerAnswer / bare.cpuPerAnswer,
    faults: own.faults + bare.faults + next.faults + (nginx?.faults ?? 0),
    busy: Math.max(own.busy, bare.busy),
  };
}
