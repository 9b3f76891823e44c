import { cpuMs } from "../machine/usage.mjs";
import { coreCount, SERVER, THEIR_LOAD, TWO_SERVERS } from "../machine/cores.mjs";
import { median } from "../numbers.mjs";
import { number, times } from "../report/format.mjs";
import { record } from "../servers/recording.mjs";
import { ratioOf } from "../servers/rounds.mjs";
import { startLoad, startSandbox, startService } from "../servers/servers.mjs";

const TARGET = "/api?username=Lantern_Lou";
const CONNECTIONS = 64;
const LEAST = 1.8;
/** Two for the service, and at least one for the load. */
const CORES_NEEDED = 3;

/** `WEB_CONCURRENCY`: one process and two. */
export const processes = {
  name: "processes",
  seconds: 9,

  /** @param {{ full: boolean, until: number }} options */
  async run({ full, until }) {
    const sandbox = await startSandbox();
    const [one, two, ...senders] = await Promise.all([
      startService(sandbox, { cores: SERVER }),
      startService(sandbox, { cores: TWO_SERVERS, variables: { WEB_CONCURRENCY: "2" } }),
      // One generator could be slower than two servers.
      startLoad({ cores: THEIR_LOAD }),
      startLoad({ cores: THEIR_LOAD }),
    ]);
    const { rounds, ms } = full ? { rounds: 9, ms: 2_000 } : { rounds: 5, ms: 500 };
    const services = [one, two].map((server) => ({ server, rates: [], cpu: 0, answers: 0 }));
    for (const { server } of services) {
      await record(server.port, TARGET);
      await loadBy(senders, server.port, 1_000);
    }
    for (let round = 0; round < rounds; round++) {
      if (round > 0 && performance.now() > until) break;
      for (const service of services) {
        const before = cpuMs(service.server.pid);
        const { rate, answers } = await loadBy(senders, service.server.port, ms);
        service.cpu += (cpuMs(service.server.pid) ?? NaN) - (before ?? NaN);
        service.rates.push(rate);
        service.answers += answers;
      }
    }
    return section(services);
  },
};

async function loadBy(senders, port, ms) {
  const plan = { kind: "same", target: TARGET };
  const connections = CONNECTIONS / senders.length;
  const results = await Promise.all(senders.map((send) => send({ port, connections, plan, ms })));
  return {
    rate: results.reduce((sum, { answers, seconds }) => sum + answers / seconds, 0),
    answers: results.reduce((sum, { answers }) => sum + answers, 0),
  };
}

/** @returns {import("../report/report.mjs").Section} */
function section([one, two]) {
  const ratio = ratioOf(two.rates, one.rates);
  const enough = coreCount >= CORES_NEEDED;
  const cpuOf = ({ cpu, answers }) => (cpu / answers) * 1_000;
  return {
    title: "One process and two",
    about:
      "Hot profiles from one process on one core and from two on two cores (`WEB_CONCURRENCY`), with two load generators. “CPU” is the processor time of all processes for one answer: where it stays the same, a second free core doubles the answers.",
    table: {
      columns: ["Processes", "per second", "of one", "CPU for each"],
      rows: [one, two].map((service, index) => [
        String(index + 1),
        number(median(service.rates)),
        times(index === 0 ? 1 : ratio),
        `${number(cpuOf(service))} µs`,
      ]),
    },
    notes: enough
      ? []
      : [
          `The load needs a core too, and this machine has ${coreCount}: the ratio of answers is too small here, the processor time is not.`,
        ],
    aims: [
      {
        aim: "Two processes on two free cores, of one: at least 1.8",
        measured: enough ? times(ratio) : `${times(ratio)} with the load on their cores`,
        met: enough ? ratio >= LEAST : undefined,
      },
    ],
  };
}
