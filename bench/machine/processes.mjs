import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../paths.mjs";
import { pin } from "./cores.mjs";
import { removeDirectories, workDirectory } from "./work-directory.mjs";

/** Everything that was started and has not ended. */
const running = new Set();
const LAST_WORDS = 2_000;

/**
 * Starts one of the programs in `children/`, which answer each message with one message.
 *
 * @param {string} name
 * @param {{ cores: readonly number[], env?: Record<string, string> }} options
 */
export async function startChild(name, { cores, env = {} }) {
  const file = path.join(root, "bench", "children", `${name}.mjs`);
  const child = start([process.execPath, file], { cores, env, ipc: true });
  const answer = () => unlessEnded(child, once(child, "message")).then(([message]) => message);
  const first = await answer();
  return {
    pid: child.pid,
    /** What it said when it was ready. */
    first,
    /** @param {object} message */
    ask(message) {
      child.send(message);
      return answer();
    },
    stop: () => stop(child),
  };
}

/**
 * Starts any program; see `pin` for the cores.
 *
 * @param {string[]} command
 * @param {{ cores: readonly number[], env?: Record<string, string>, ipc?: boolean }} options
 */
export function start(command, { cores, env = {}, ipc = false }) {
  const [program, ...args] = pin(command, cores);
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      // Local sockets and other leavings go when the directory goes.
      TMPDIR: workDirectory,
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe", ...(ipc ? ["ipc"] : [])],
  });
  child.lastWords = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text) => {
    child.lastWords = (child.lastWords + text).slice(-LAST_WORDS);
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/**
 * What is waited for, or an error when the program ends before it.
 *
 * @template Value
 * @param {ReturnType<typeof start>} child
 * @param {Promise<Value>} wanted
 */
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

/**
 * Ends a program at once: nothing that it holds is needed any more.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
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
