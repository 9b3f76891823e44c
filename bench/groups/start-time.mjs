import { SERVER } from "../machine.mjs";
import { argsOf, freePort, start, stop, unlessEnded, waitFor } from "../processes.mjs";
import { atMost, median, number } from "../report.mjs";
import { nextArgs, serviceEnvironment, startSandbox } from "../servers.mjs";

const STARTS = 3;
const MOST_SECONDS = 2;

/** From nothing to answers. */
export const startTime = {
  name: "start",
  seconds: 10,

  async run({ full, until }) {
    const sandbox = await startSandbox();
    const own = [];
    const others = [];
    for (let run = 0; run < (full ? 10 : STARTS); run++) {
      if (run > 0 && performance.now() > until) break;
      own.push(await timed(sandbox, () => argsOf("service")));
      others.push(await timed(sandbox, nextArgs));
    }
    return section(own, others);
  },
};

/** Seconds until the API answers, and until the first page is there. */
async function timed(sandbox, argsFor) {
  const port = await freePort();
  const env = { ...serviceEnvironment(sandbox), PORT: String(port) };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  const child = start([process.execPath, ...argsFor(port)], { cores: SERVER, env });
  await unlessEnded(child, waitFor(port, "/api/health"));
  const api = seconds();
  await unlessEnded(child, waitFor(port, "/"));
  const page = seconds();
  await stop(child);
  return { api, page };
}

function section(own, others) {
  const middle = (runs, pick) => median(runs.map(pick));
  const ready = middle(own, ({ page }) => page);
  const row = (name, runs) => [
    name,
    `${number(middle(runs, ({ api }) => api))} s`,
    `${number(middle(runs, ({ page }) => page))} s`,
  ];
  return {
    title: "Start",
    about:
      "From starting the process on a built tree, on one core, to the first 200 at `/api/health` and to the first whole page.",
    table: {
      columns: ["Server", "API answers", "first page"],
      rows: [row("Nametag", own), row("next start", others)],
    },
    aims: [atMost("Ready after the start", ready, MOST_SECONDS, " s")],
  };
}
