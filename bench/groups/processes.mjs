import { coreCount, SERVER, THEIR_LOAD, TWO_SERVERS } from "../machine.mjs";
import { median, number, times } from "../report.mjs";
import { measureInTurn, ratioOf, record } from "../rounds.mjs";
import { startLoad, startSandbox, startService } from "../servers.mjs";

/**
 * @import { Load, LoadResult } from "../load.mjs"
 * @import { Plan } from "../plan.mjs"
 * @import { Effort, Send } from "../rounds.mjs"
 */

const TARGET = "/api?username=Lantern_Lou";
const LEAST = 1.8;
/** Two for the service, and at least one for the load. */
const CORES_NEEDED = 3;

/**
 * `WEB_CONCURRENCY`: one process and two.
 *
 * @param {Effort} effort
 */
export async function processes({ full, until }) {
  const sandbox = await startSandbox();
  const [first, second, ...senders] = await Promise.all([
    startService(sandbox, { cores: SERVER }),
    startService(sandbox, { cores: TWO_SERVERS, variables: { WEB_CONCURRENCY: "2" } }),
    // A single generator could be slower than two servers.
    startLoad(THEIR_LOAD),
    startLoad(THEIR_LOAD),
  ]);
  await Promise.all([first, second].map(({ port }) => record(port, TARGET)));
  /** @type {Plan} */
  const plan = { kind: "same", target: TARGET };
  const { one, two } = await measureInTurn(
    (load) => sendBy(senders, load),
    { one: { server: first, plan }, two: { server: second, plan } },
    { full, until, warmUpMs: 1_000 },
  );
  const ratio = ratioOf(two.rates, one.rates);
  const enough = coreCount >= CORES_NEEDED;
  return {
    title: "One process and two",
    about:
      "Hot profiles from one process on one core and from two on two cores (`WEB_CONCURRENCY`), with two load generators. “CPU” is the processor time of all processes for one response: where it stays the same, a second free core doubles the responses.",
    rows: [one, two].map((service, index) => ({
      Processes: String(index + 1),
      "per second": number(median(service.rates)),
      "of one": times(index === 0 ? 1 : ratio),
      "CPU for each": number(service.cpuPerResponse, " µs"),
    })),
    notes: enough
      ? []
      : [
          `The load needs a core too, and this machine has ${coreCount}: the ratio of responses is too small here, the processor time is not.`,
        ],
    aims: [
      {
        aim: `Two processes on two free cores, of one: at least ${LEAST}`,
        measured: enough ? times(ratio) : `${times(ratio)} with the load on their cores`,
        met: enough ? ratio >= LEAST : undefined,
      },
    ],
  };
}

/**
 * One load by several generators: adds up the rates, and takes everything else from the first.
 *
 * @param {readonly [Send, ...Send[]]} senders
 * @param {Load} load
 * @returns {Promise<LoadResult>}
 */
async function sendBy(senders, { connections, ...load }) {
  const share = { ...load, connections: connections / senders.length };
  const [first, ...others] = senders;
  const [result, ...results] = await Promise.all([
    first(share),
    ...others.map((send) => send(share)),
  ]);
  /** @param {(result: LoadResult) => number} pick */
  const sum = (pick) => results.reduce((total, one) => total + pick(one), pick(result));
  const responses = sum((one) => one.responses);
  return {
    ...result,
    responses,
    seconds: responses / sum((one) => one.responses / one.seconds),
  };
}
