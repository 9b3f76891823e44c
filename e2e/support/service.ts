import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "playwright/test";
import { root } from "./root.ts";

/** The service under test: a process of its own. */
export interface Service {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The lines it logged as errors so far. */
  readonly errors: readonly string[];
  /** SIGTERM: it must have exited 0 in less than ten seconds, and logged no error. */
  stop(): Promise<void>;
  /** SIGKILL: no goodbye. */
  kill(): Promise<void>;
}

const STOP_MS = 10_000;
/** Pino's number for an error; warnings are below. */
const ERROR_LEVEL = 50;

/** Starts the production build with these variables set and no others of the service's own. */
export async function startService(
  variables: Record<string, string>,
  { node = process.execPath } = {},
): Promise<Service> {
  const child = spawn(node, [path.join(root, "e2e", "serve.mjs")], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
    env: environmentOf({ LOG_LEVEL: "warn", ...variables }),
  });
  const exited = once(child, "exit");
  const { address, errors } = await readOutput(child);
  const port = Number(new URL(address).port);

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    errors,
    async stop() {
      const started = performance.now();
      child.kill("SIGTERM");
      // Code and signal.
      expect(await exited).toEqual([0, null]);
      expect(performance.now() - started, "milliseconds it took to end").toBeLessThan(STOP_MS);
      expect(errors, "errors the service logged").toEqual([]);
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** These variables, and of this machine's only what a program needs to run; a free port. */
export function environmentOf(variables: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    TMPDIR: process.env["TMPDIR"],
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    ...variables,
  };
}

/** Reads the log; resolves at the line that says where the service listens. */
function readOutput({ stdout, pid }: ChildProcess): Promise<{ address: string; errors: string[] }> {
  if (stdout === null) throw new Error("The service has no standard output.");
  const errors: string[] = [];
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      if (line.startsWith("http://")) resolve({ address: line, errors });
      if (levelOf(line) >= ERROR_LEVEL) errors.push(line);
    });
    lines.once("close", () => reject(new Error(`The service (${pid}) ended before it listened.`)));
  });
}

function levelOf(line: string): number {
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return Number(level ?? 0);
}
