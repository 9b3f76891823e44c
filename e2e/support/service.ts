import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "playwright/test";
import { type Sandbox, startSandbox } from "../../sandbox/server.ts";
import { root } from "../../scripts/prepare.mjs";

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

export interface ServiceOptions {
  /** The program that runs it. */
  node?: string;
  /** Whether to wait for pages, which take longer to start than the API. */
  pages?: boolean;
}

/** Starts the production build with these variables set and no others of the service's own. */
export async function startService(
  variables: Record<string, string>,
  { node = process.execPath, pages = true }: ServiceOptions = {},
): Promise<Service> {
  const child = spawn(node, [path.join(root, "e2e", "serve.mjs")], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
    env: environmentOf({ LOG_LEVEL: pages ? "warn" : "info", ...variables }),
  });
  const exited = once(child, "exit");
  const { address, errors } = await readOutput(child, pages ? READY : LISTENING);
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

/** The line of `serve.mjs` once pages answer, too, and the one that the service logs before. */
const READY = /^(http:.*)/;
const LISTENING = /"address":"(http:[^"]+)"/;

/** Reads the log; resolves at the line that says where the service listens. */
function readOutput(
  { stdout, pid }: ChildProcess,
  said: RegExp,
): Promise<{ address: string; errors: string[] }> {
  if (stdout === null) throw new Error("The service has no standard output.");
  const errors: string[] = [];
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const address = said.exec(line)?.[1];
      if (address !== undefined) resolve({ address, errors });
      if (levelOf(line) >= ERROR_LEVEL) errors.push(line);
    });
    lines.once("close", () => reject(new Error(`The service (${pid}) ended before it listened.`)));
  });
}

function levelOf(line: string): number {
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return Number(level ?? 0);
}

/** A sandbox, a directory for data, and the service between the two. */
export interface World {
  readonly sandbox: Sandbox;
  readonly service: Service;
  /** The service's `DATA_DIR`. */
  readonly directory: string;
  /** Starts the service again, after its end, on the same data. */
  readonly restart: () => Promise<Service>;
}

/** Lends a world and takes it away again, without a goodbye. */
export async function withWorld(
  variables: Record<string, string>,
  use: (world: World) => Promise<void>,
  options?: ServiceOptions,
): Promise<void> {
  const sandbox = await startSandbox();
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-e2e-"));
  const services: Service[] = [];
  const start = async () => {
    const variablesOfAll = { ...sandbox.environment, DATA_DIR: directory, ...variables };
    const service = await startService(variablesOfAll, options);
    services.push(service);
    return service;
  };
  try {
    const first = await start();
    await use({ sandbox, service: first, directory, restart: start });
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}
