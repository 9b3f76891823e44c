import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./local-server.ts";

const MISSING =
  "The tests need redis-server on the PATH. Install it: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS).";
const START_MS = 10_000;
const PORT_TRIES = 10;

/** A Redis process for tests that stores nothing on disk. */
export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

/** Starts a Redis on a free port of the loopback address; `options` go to its command line. */
export async function startRedis(options: readonly string[] = []) {
  let port = 0;
  let child: ChildProcess | undefined;
  for (let tries = 1; child === undefined; tries += 1) {
    port = await freePort();
    // Another process may take the port first.
    child = await launch(port, options).catch((error: unknown) => {
      if (tries === PORT_TRIES || !isPortTaken(error)) throw error;
      return undefined;
    });
  }
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
      running = await launch(port, options);
    },
    close: kill,
  };
}

async function launch(port: number, options: readonly string[]): Promise<ChildProcess> {
  const fixed = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", [...fixed, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  try {
    await untilReady(child);
    return child;
  } catch (error) {
    end();
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
      if (log.includes("Ready to accept connections")) settle(resolve);
    });
  });
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && error.message.includes("Address already in use");
}
