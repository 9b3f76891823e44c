import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { request } from "undici";
import { root } from "../scripts/prepare.mjs";
import { pin, removeDirectories, workDirectory } from "./machine.mjs";

/** Everything that was started and has not ended. */
const running = new Set();
const LAST_WORDS = 2_000;

/** What Node is to run for one of the programs in `children/programs.mjs`. */
export function argsOf(name) {
  return [path.join(root, "bench", "children", "programs.mjs"), name];
}

/** Starts one of the programs in `children/programs.mjs`, which answer each message with one message. */
export async function startChild(name, { cores, env = {} }) {
  const child = start([process.execPath, ...argsOf(name)], { cores, env, ipc: true });
  const answer = async () => (await unlessEnded(child, once(child, "message")))[0];
  return {
    pid: child.pid,
    /** What it said when it was ready. */
    first: await answer(),
    ask(message) {
      child.send(message);
      return answer();
    },
    stop: () => stop(child),
  };
}

/** Starts any program; see `pin` for the cores. */
export function start(command, { cores, env = {}, ipc = false }) {
  const [program, ...args] = pin(command, cores);
  // Local sockets and other leftovers go when the directory goes.
  const own = { NEXT_TELEMETRY_DISABLED: "1", TMPDIR: workDirectory };
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...own, ...env },
    stdio: ["ignore", "ignore", "pipe", ...(ipc ? ["ipc"] : [])],
  });
  child.lastWords = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    child.lastWords = (child.lastWords + text).slice(-LAST_WORDS);
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/** What is waited for, or an error when the program ends before it. */
export async function unlessEnded(child, wanted) {
  const waiting = new AbortController();
  const ended = once(child, "exit", { signal: waiting.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.join(" ")} ended with ${code}. ${child.lastWords}`);
  });
  ended.catch(() => undefined);
  try {
    return await Promise.race([wanted, ended]);
  } finally {
    waiting.abort();
  }
}

/** Ends a program at once: nothing that it holds is needed any more. */
export async function stop(child) {
  if (!running.has(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Ends all that was started. */
export async function stopAll() {
  await Promise.all([...running].map(stop));
}

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  removeDirectories();
});

/** One request, with the whole answer. */
export async function ask(port, target, headers = {}) {
  const answer = await request(`http://127.0.0.1:${port}${target}`, { headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, body };
}

/** Asks until the answer is a 200, every few milliseconds; follows redirects to the same host. */
export async function waitFor(port, target, patienceMs = 20_000) {
  const until = performance.now() + patienceMs;
  let wanted = target;
  while (performance.now() < until) {
    try {
      const { status, headers } = await ask(port, wanted);
      if (status === 200) return;
      if (headers.location?.startsWith("/")) {
        wanted = headers.location;
        continue;
      }
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${target} was not answered within ${patienceMs / 1_000} s`);
}

/** A free port. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
