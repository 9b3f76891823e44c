import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "redis";
import { endWithTests } from "./child.ts";
import { freePort } from "./local-server.ts";

const MISSING =
  "The tests need redis-server on the PATH. Install it: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS).";
const START_MS = 10_000;
const PORT_TRIES = 10;
/** How long several servers may take to agree on something. */
const AGREE_MS = 30_000;

/** A Redis process for tests that stores nothing on disk. */
export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

/**
 * Starts a Redis on a free port of the loopback address; `options` go to its command line, those that name ports of
 * their own as a function, which is called for each try.
 */
export async function startRedis(
  options: readonly string[] | (() => Promise<readonly string[]>) = [],
) {
  const { port, own, child } = await onFreePort(async (port) => {
    const own = typeof options === "function" ? await options() : options;
    return { port, own, child: await launch(port, own) };
  });
  let running = child;

  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  };

  return {
    /** The same after a restart. */
    url: `redis://127.0.0.1:${port}`,
    /** Stops the process as if the machine hung: connections stay open without responses. */
    pause: () => void running.kill("SIGSTOP"),
    resume: () => void running.kill("SIGCONT"),
    /** Kills the process; its port is closed. */
    kill,
    /** Starts it again, empty. */
    async restart() {
      await kill();
      running = await launch(port, own);
    },
    close: kill,
  };
}

/** Launches something on a free port, and on another one if a process of other tests took that first. */
export async function onFreePort<Launched>(
  launchOn: (port: number) => Promise<Launched>,
): Promise<Launched> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launchOn(await freePort());
    } catch (error) {
      if (tries === PORT_TRIES || !isPortTaken(error)) throw error;
    }
  }
}

function launch(port: number, options: readonly string[]): Promise<ChildProcess> {
  const address = ["--port", `${port}`, "--bind", "127.0.0.1"];
  // Neither snapshots nor what a replica gets from its master become files, which the next Redis would load.
  const nothing = ["--save", "", "--appendonly", "no", "--repl-diskless-load", "swapdb"];
  return launchServer([...address, ...nothing, ...options]);
}

/** Starts a redis-server, which ends with this process at the latest; resolves once it listens. */
export async function launchServer(options: readonly string[]): Promise<ChildProcess> {
  const child = endWithTests(
    spawn("redis-server", options, { stdio: ["ignore", "pipe", "ignore"] }),
  );
  try {
    await untilReady(child);
    return child;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const timer = setTimeout(() => reject(new Error(`redis-server is slow:\n${log}`)), START_MS);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      done();
    };
    child.once("error", () => settle(() => reject(new Error(MISSING))));
    child.once("exit", () => settle(() => reject(new Error(`redis-server ended:\n${log}`))));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (/Ready to accept connections|Sentinel ID is/.test(log)) settle(resolve);
    });
  });
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && error.message.includes("Address already in use");
}

/** A client that is never connected, since each `createClient` makes a class with all commands, which takes 20 ms. */
const model = createClient({ RESP: 2 });

/** A client that connects once, unless the options say otherwise. */
export const redisClient = (url: string, options: Parameters<typeof model.duplicate>[0] = {}) =>
  model.duplicate({ url, socket: { reconnectStrategy: false }, ...options });

/** Sends one command to a Redis. */
export async function askRedis(url: string, command: readonly string[]): Promise<unknown> {
  const client = redisClient(url);
  await client.on("error", () => undefined).connect();
  try {
    return await client.sendCommand(command);
  } finally {
    if (client.isOpen) client.destroy();
  }
}

const AGE = `
for _, key in ipairs(redis.call("KEYS", "*")) do
  local left = redis.call("PTTL", key)
  if left > 0 then redis.call("PEXPIRE", key, left - ARGV[1]) end
end`;

/** Brings the end of every key in a Redis nearer by so many milliseconds: its own clock cannot be set. */
export async function ageRedis(url: string, milliseconds: number): Promise<void> {
  await askRedis(url, ["EVAL", AGE, "0", String(milliseconds)]);
}

/** Waits until something is true of each server; one that does not answer is not there yet. */
export async function untilEach<Server>(
  servers: readonly Server[],
  holds: (server: Server) => Promise<boolean>,
  withinMs = AGREE_MS,
): Promise<void> {
  const end = performance.now() + withinMs;
  const hold = (server: Server) => holds(server).catch(() => false);
  while (!(await Promise.all(servers.map(hold))).every(Boolean)) {
    if (performance.now() > end) throw new Error("The servers did not agree in time");
    await sleep(50);
  }
}
