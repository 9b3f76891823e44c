import { ask } from "../processes.mjs";
import { atLeast, median, number, times } from "../report.mjs";
import { measureInTurn, ratioOf, record } from "../rounds.mjs";
import {
  startBare,
  startLoad,
  startNext,
  startNginx,
  startSandbox,
  startService,
} from "../servers.mjs";

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

/** Answers that are known already, against everything that could give them. */
export const hot = {
  name: "hot",
  seconds: 40,

  async run({ full, until }) {
    const sandbox = await startSandbox();
    const [nametag, bare, next, send] = await Promise.all([
      startService(sandbox),
      startBare(),
      startNext(sandbox),
      startLoad(),
    ]);
    const recordings = [];
    for (const { target, headersFor } of ANSWERS) {
      recordings.push(await record(nametag.port, target, headersFor));
      await record(next.port, target, headersFor);
    }
    const nginx = await startNginx(recordings);

    const pace = full ? { rounds: 9, ms: 2_000 } : { rounds: 5, ms: 400 };
    const results = [];
    for (const [index, { name, target }] of ANSWERS.entries()) {
      const now = performance.now();
      const { status: expected, requestHeaders } = recordings[index];
      await bare.serve(recordings[index]);
      const plan = { kind: "same", target, headers: requestHeaders };
      const plainPlan = { kind: "same", target: `/${index}` };
      const contenders = {
        own: { server: nametag, plan, expected },
        bare: { server: bare, plan, expected },
        // A revalidation is compared with the whole answer, too.
        ...(expected === 304 && { whole: { server: nametag, plan: { kind: "same", target } } }),
        next: { server: next, plan: await ownTag(next, plan), expected, every: 3 },
        ...(nginx && { nginx: { server: nginx, plan: plainPlan, expected, every: 3 } }),
      };
      const warmUpMs = index === 0 ? 700 : 200;
      const measured = await measureInTurn(send, contenders, {
        ...pace,
        warmUpMs,
        // What is left is shared by the rows that are left.
        until: now + (until - now) / (ANSWERS.length - index),
      });
      results.push({ name, measured });
    }
    return section(results);
  },
};

/** The tag of Next's own answer: it looked the player up at another time. */
async function ownTag({ port }, plan) {
  if (plan.headers["if-none-match"] === undefined) return plan;
  const { headers } = await ask(port, plan.target);
  return { ...plan, headers: { "if-none-match": headers.etag } };
}

function section(results) {
  const compared = results.map(({ name, measured: { own, bare, whole, next, nginx } }) => ({
    name,
    rate: median(own.rates),
    ofBare: ratioOf(own.rates, bare.rates),
    ofWhole: whole && ratioOf(own.rates, whole.rates),
    ofNext: ratioOf(own.rates, next.rates),
    ofNginx: nginx && ratioOf(own.rates, nginx.rates),
    p99: ratioOf(own.p99s, bare.p99s),
    cpu: own.cpuPerAnswer / bare.cpuPerAnswer,
    faults: own.faults + bare.faults + next.faults + (nginx?.faults ?? 0),
    busy: Math.max(own.busy, bare.busy),
  }));
  const whole = compared.slice(0, -1);
  const unchanged = compared.at(-1);
  const slowTails = Math.max(...compared.map(({ p99 }) => p99));
  return {
    title: "Hot answers",
    about:
      "One answer again and again over 64 connections, one process on one core. “Of bare” compares with a `node:http` server that sends the same status, headers and body through `writeHead` and `end`; “p99” and “CPU” are the time that 99 % of answers stay below and the processor time of the server per answer, against the same of the bare server, where less is better; `next start` serves the same build by its route handlers; nginx serves the same bytes as a file.",
    table: {
      columns: ["Answer", "per second", "of bare", "of nginx", "of next start", "p99", "CPU"],
      rows: compared.map((row) => [
        row.name,
        number(row.rate),
        times(row.ofBare),
        times(row.ofNginx),
        times(row.ofNext),
        times(row.p99),
        times(row.cpu),
      ]),
    },
    notes: notesOf(compared),
    aims: [
      atLeast("Hot answers, of bare", Math.min(...whole.map(({ ofBare }) => ofBare)), 1),
      atLeast("Hot answers, of next start", Math.min(...whole.map(({ ofNext }) => ofNext)), 25),
      atLeast("A 304, of the hot 200", unchanged.ofWhole, 1),
      {
        aim: "p99 under load, of bare: at most 1.5",
        measured: times(slowTails),
        met: slowTails <= 1.5,
      },
    ],
  };
}

function notesOf(compared) {
  const faults = compared.reduce((sum, row) => sum + row.faults, 0);
  return [
    ...(faults > 0 ? [`${faults} answers were not what they should have been.`] : []),
    ...(compared.some(({ busy }) => busy > 0.9)
      ? [
          "The load generator itself was at its limit in some rows: the ratios there are too near 1.",
        ]
      : []),
  ];
}
