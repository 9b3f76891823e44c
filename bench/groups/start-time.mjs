import { freePort } from "../../scripts/prepare.mjs";
import { SERVER } from "../machine.mjs";
import { argsOf, start, stop, unlessEnded, waitFor } from "../processes.mjs";
import { atMost, median, number } from "../report.mjs";
import { nextArgs, serviceEnvironment, startSandbox } from "../servers.mjs";

/**
 * @import { Effort } from "../rounds.mjs"
 * @import { Sandbox } from "../servers.mjs"
 */

const STARTS = 3;
const MOST_SECONDS = 2;

/**
 * From starting the process to the first responses.
 *
 * @param {Effort} effort
 */
export async function startTime({ full, until }) {
  const sandbox = await startSandbox();
  const own = startsOf("Nametag", () => argsOf("service"));
  const next = startsOf("next start", nextArgs);
  for (let run = 0; run < (full ? 10 : STARTS); run++) {
    if (run > 0 && performance.now() > until) break;
    for (const { argsFor, apis, pages } of [own, next]) {
      const { api, page } = await timed(sandbox, argsFor);
      apis.push(api);
      pages.push(page);
    }
  }
  return {
    title: "Start",
    about:
      "From starting the process on a built tree, on one core, to the first 200 at `/api/health` and to the first whole page.",
    rows: [own, next].map(({ name, apis, pages }) => ({
      Server: name,
      "API responses": number(median(apis), " s"),
      "first page": number(median(pages), " s"),
    })),
    aims: [atMost("Ready after the start", median(own.pages), MOST_SECONDS, " s")],
  };
}

/**
 * A server, and the times of its starts.
 *
 * @param {string} name
 * @param {(port: number) => string[]} argsFor
 * @returns {{ name: string, argsFor: (port: number) => string[], apis: number[], pages: number[] }}
 */
const startsOf = (name, argsFor) => ({ name, argsFor, apis: [], pages: [] });

/**
 * Seconds until the API responds, and until the first page is served.
 *
 * @param {Sandbox} sandbox
 * @param {(port: number) => string[]} argsFor
 */
async function timed(sandbox, argsFor) {
  const port = await freePort();
  const env = { ...serviceEnvironment(sandbox), PORT: String(port) };
  const started = performance.now();
  const child = start([process.execPath, ...argsFor(port)], { cores: SERVER, env });
  /** @param {string} target */
  const secondsUntil = async (target) => {
    await unlessEnded(child, waitFor(port, target));
    return (performance.now() - started) / 1_000;
  };
  const seconds = { api: await secondsUntil("/api/health"), page: await secondsUntil("/en") };
  await stop(child);
  return seconds;
}
