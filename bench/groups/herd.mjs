import { median, milliseconds, number } from "../report.mjs";
import { record } from "../rounds.mjs";
import { startBare, startLoad, startSandbox, startService } from "../servers.mjs";

const HERD = 1_000;
const LATENCY_MS = 50;
const PLAYERS = 2;
const QUESTIONS = [
  { name: "a head", template: "/head?username=Extra_{}&size=64" },
  { name: "a profile of both editions", template: "/api?username=Extra_{}" },
];

/** Many requests for the same unknown player at the same moment. */
export const herd = {
  name: "herd",
  seconds: 7,

  async run({ until }) {
    const sandbox = await startSandbox();
    const [nametag, bare, send] = await Promise.all([
      startService(sandbox),
      startBare(),
      startLoad(),
    ]);
    let player = 1;
    const stampede = (port, target) =>
      send({ port, connections: HERD, count: HERD, plan: { kind: "same", target } });
    await bare.serve(await record(nametag.port, QUESTIONS[0].template.replace("{}", "0")));
    await stampede(nametag.port, QUESTIONS[0].template.replace("{}", String(player++)));
    await sandbox.setLatency(LATENCY_MS);

    const rows = [];
    for (const { name, template } of QUESTIONS) {
      const runs = [];
      for (let run = 0; run < PLAYERS; run++) {
        if (run > 0 && performance.now() > until) break;
        await sandbox.forgetCalls();
        const own = await stampede(nametag.port, template.replace("{}", String(player++)));
        runs.push({ own, calls: await sandbox.calls(), bare: await stampede(bare.port, "/") });
      }
      rows.push({ name, runs });
    }
    return section(rows);
  },
};

function section(rows) {
  const most = (runs, pick) => Math.max(...runs.map(pick));
  const callsOf = (runs) => mostOfEach(runs.map(({ calls }) => calls));
  const repeated = rows
    .flatMap(({ runs }) => Object.values(callsOf(runs)))
    .some((many) => many > 1);
  const largest = Math.max(...rows.flatMap(({ runs }) => Object.values(callsOf(runs))));
  return {
    title: "A herd",
    about: `${number(HERD)} connections ask for the same unknown player at the same moment, each call to a provider taking ${LATENCY_MS} ms. “Last answer” is when all have theirs, beside the time a bare server needs for as many; the calls are the most that any herd caused, by kind.`,
    table: {
      columns: ["Asked for", "last answer", "bare server", "not 200", "calls to providers"],
      rows: rows.map(({ name, runs }) => [
        name,
        milliseconds(median(runs.map(({ own }) => own.seconds * 1_000))),
        milliseconds(median(runs.map(({ bare }) => bare.seconds * 1_000))),
        number(most(runs, ({ own }) => HERD - (own.statuses[200] ?? 0))),
        Object.entries(callsOf(runs))
          .map(([route, many]) => `${many} ${route}`)
          .join(", "),
      ]),
    },
    aims: [
      {
        aim: "A herd of 1,000: one call of each kind",
        measured: `at most ${largest} of a kind`,
        met: !repeated,
      },
    ],
  };
}

function mostOfEach(counts) {
  const routes = [...new Set(counts.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(
    routes.map((route) => [route, Math.max(...counts.map((one) => one[route] ?? 0))]),
  );
}
