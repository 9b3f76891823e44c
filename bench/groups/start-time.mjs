import { freePort } from "../../scripts/prepare.mjs";
import { SERVER } from "../machine.mjs";
import { argsOf, start, stop, unlessEnded, waitFor } from "../processes.mjs";
import { atMost, median, number } from "../report.mjs";
import { nextArgs, serviceEnvironment, startSandbox } from "../servers.mjs";

const STARTS = 3;
const MOST_SECONDS = 2;

/** From starting the process to the first responses. */
export async function startTime({ full, until }) {
  const sandbox = await startSandbox();
  const servers = { Nametag: () => argsOf("service"), "next start": nextArgs };
  const runs = { Nametag: [], "next start": [] };
  for (let run = 0; run < (full ? 10 : STARTS); run++) {
    if (run > 0 && performance.now() > until) break;
    for (const name of Object.keys(servers)) runs[name].push(await timed(sandbox, servers[name]));
  }
  const middle = (name, pick) => median(runs[name].map(pick));
  const page = (name) => middle(name, (run) => run.page);
  return {
    title: "Start",
    about:
      "From starting the process on a built tree, on one core, to the first 200 at `/api/health` and to the first whole page.",
    rows: Object.keys(servers).map((name) => ({
      Server: name,
      "API responses": number(
        middle(name, ({ api }) => api),
        " s",
      ),
      "first page": number(page(name), " s"),
    })),
    aims: [atMost("Ready after the start", page("Nametag"), MOST_SECONDS, " s")],
  };
}

/** Seconds until the API responds, and until the first page is served. */
async function timed(sandbox, argsFor) {
  const port = await freePort();
  const env = { ...serviceEnvironment(sandbox), PORT: String(port) };
  const started = performance.now();
  const child = start([process.execPath, ...argsFor(port)], { cores: SERVER, env });
  const secondsUntil = async (target) => {
    await unlessEnded(child, waitFor(port, target));
    return (performance.now() - started) / 1_000;
  };
  const seconds = { api: await secondsUntil("/api/health"), page: await secondsUntil("/en") };
  await stop(child);
  return seconds;
}
