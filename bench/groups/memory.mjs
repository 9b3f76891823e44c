import { memoryMb } from "../machine.mjs";
import { number } from "../report.mjs";
import { startLoad, startSandbox, startService } from "../servers.mjs";

const TEMPLATE = "/api?username=Extra_{}&type=java";
const CONNECTIONS = 64;
const LOOKED_AT = [
  1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];
const MOST = 200_000;
/** Asked for at once between two looks at the time. */
const STEP = 1_000;
/** From when on memory has to stay as it is, and by how much it may grow in tenfold as many. */
const FLAT_FROM = 100_000;
const FLAT_BY = 1.1;

/** Ever new names, each asked for once. */
export const memory = {
  name: "memory",
  seconds: 13,

  async run({ full, until }) {
    const sandbox = await startSandbox();
    const [nametag, send] = await Promise.all([startService(sandbox), startLoad()]);
    const most = full ? Infinity : MOST;
    const seen = [{ names: 0, ...memoryMb(nametag.pid) }];
    let names = 0;
    for (const wanted of LOOKED_AT.filter((count) => count <= most)) {
      while (names < wanted && performance.now() < until) {
        const plan = { kind: "numbered", template: TEMPLATE, from: names + 1 };
        const load = { port: nametag.port, connections: CONNECTIONS, plan };
        names += (await send({ ...load, count: Math.min(STEP, wanted - names) })).answers;
      }
      if (names > seen.at(-1).names) seen.push({ names, ...memoryMb(nametag.pid) });
    }
    return section(seen);
  },
};

function section(seen) {
  const flatFrom = seen.find(({ names }) => names >= FLAT_FROM);
  const last = seen.at(-1);
  const canTell = flatFrom !== undefined && last !== flatFrom;
  const own = ({ total, ofFiles }) => total - ofFiles;
  return {
    title: "Memory",
    about:
      "Resident memory while ever new players are looked up, none of them twice. “Own” is what the process itself holds; “of files” mirrors the embedded store and the program, and the system takes it back when it needs it.",
    table: {
      columns: ["Names so far", "own", "of files", "in all"],
      rows: seen.map((row) => [
        number(row.names),
        `${number(own(row))} MB`,
        `${number(row.ofFiles)} MB`,
        `${number(row.total)} MB`,
      ]),
    },
    notes: canTell
      ? []
      : ["How far it gets depends on the time; `--full` goes on to a million names."],
    aims: [
      {
        aim: "Memory from 100,000 names to 1,000,000: flat",
        measured: canTell ? `${number(own(flatFrom))} MB, then ${number(own(last))} MB` : "–",
        met: canTell && last.names >= 1_000_000 ? own(last) <= own(flatFrom) * FLAT_BY : undefined,
      },
    ],
  };
}
