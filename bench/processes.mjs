import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { root } from "../scripts/prepare.mjs";
import { pin, removeDirectories, workDirectory } from "./machine.mjs";

/**
 * @import { ChildProcess } from "node:child_process"
 * @import { Programs } from "./children/programs.mjs"
 * @import { Command } from "./machine.mjs"
 *
 * @typedef {ChildProcess & { lastWords: string }} Child
 */

/**
 * The processes that are running.
 * @type {Set<Child>}
 */
const running = new Set();
const LAST_WORDS = 2_000;
const START_MS = 20_000;

/**
 * Node's arguments for one of the programs in `children/programs.mjs`.
 *
 * @param {keyof Programs} name
 */
export function argsOf(name) {
  // The service runs with the limit of `npm start`.
  const flags = name === "service" ? ["--max-semi-space-size=16"] : [];
  return [...flags, path.join(root, "bench", "children", "programs.mjs"), name];
}

/**
 * Starts one of the programs in `children/programs.mjs`, which reply to each message with one message.
 *
 * @template {keyof Programs} Name
 * @param {Name} name
 * @param {{ cores: readonly number[], env?: Record<string, string> }} options
 */
export async function startChild(name, { cores, env = {} }) {
  const child = start([process.execPath, ...argsOf(name)], { cores, env, ipc: true });
  const nextMessage = async () => (await unlessEnded(child, once(child, "message")))[0];
  /**
   * The message it sent when it was ready.
   * @type {Programs[Name]["ready"]}
   */
  const first = await nextMessage();
  return {
    pid: child.pid,
    first,
    /**
     * @param {Programs[Name]["message"]} message
     * @returns {Promise<Programs[Name]["reply"]>}
     */
    async call(message) {
      child.send(message);
      return nextMessage();
    },
    stop: () => stop(child),
  };
}

/**
 * Starts any program; see `pin` for the cores.
 *
 * @param {Command} command
 * @param {{ cores: readonly number[], env?: Record<string, string>, ipc?: boolean }} options
 */
export function start(command, { cores, env = {}, ipc = false }) {
  const [program, ...args] = pin(command, cores);
  // What is left behind is removed with the directory.
  const own = { NEXT_TELEMETRY_DISABLED: "1", TMPDIR: workDirectory };
  const spawned = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...own, ...env },
    stdio: ["ignore", "ignore", "pipe", ipc ? "ipc" : "ignore"],
  });
  const child = Object.assign(spawned, { lastWords: "" });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    child.lastWords = (child.lastWords + text).slice(-LAST_WORDS);
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/**
 * Waits for a promise, or throws when the program ends first.
 *
 * @template Value
 * @param {Child} child
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
 * Kills a program: it has no data that is still needed.
 *
 * @param {Child} child
 */
export async function stop(child) {
  if (!running.has(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Kills all running programs. */
export async function stopAll() {
  await Promise.all([...running].map(stop));
}

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  removeDirectories();
});

/**
 * Sends a GET request and reads the complete response.
 *
 * @param {number} port
 * @param {string} target
 * @param {Record<string, string>} [headers]
 */
export async function get(port, target, headers = {}) {
  const response = await request(`http://127.0.0.1:${port}${target}`, { headers });
  const body = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, body };
}

/**
 * Sends requests until the response is a 200.
 *
 * @param {number} port
 * @param {string} target
 */
export async function waitFor(port, target) {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    // There is none while the server is not listening yet.
    const response = await get(port, target).catch(() => undefined);
    if (response?.status === 200) return;
    await sleep(5);
  }
  throw new Error(`${target} did not return 200 within ${START_MS / 1_000} s`);
}
