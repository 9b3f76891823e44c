import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { type Sandbox, startSandbox } from "../../sandbox/server.ts";
import { programOf, root } from "../../scripts/prepare.mjs";

/** The service under test, in its own process. */
export interface Service {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The error lines it has logged so far. */
  readonly errors: readonly string[];
  /** Sends a signal: it must exit with 0 within ten seconds, and log no error. On SIGINT it takes no more connections. */
  stop(signal?: "SIGTERM" | "SIGINT"): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const STOP_MS = 10_000;
/** Pino's number for an error; warnings are below. */
const ERROR_LEVEL = 50;

export interface ServiceOptions {
  /** The program that runs it. */
  node?: string;
  /** False for tests that are not about pages: see `withoutNext`. */
  pages?: boolean;
  /** What it prints once tests may begin. */
  ready?: RegExp;
  /** The folder of another build. */
  cwd?: string;
}

/** A program that runs the service and prints its URL once it is ready. */
export const SERVE = path.join(root, "e2e", "serve.mjs");

/** Whether tests run on `next dev`: `npm run e2e -- --dev`. */
export const isDev = process.env["E2E_DEV"] === "1";
const DEV = [programOf("next"), "dev", "--hostname", "127.0.0.1", "--port", "0"];

type Variables = Readonly<Record<string, string>>;

/** Starts the production build with only these variables of the service. */
async function startService(
  variables: Variables,
  {
    node = process.execPath,
    pages = true,
    ready = isDev ? DEV_READY : READY,
    cwd = root,
  }: ServiceOptions = {},
): Promise<Service> {
  const child = spawn(node, isDev ? DEV : [SERVE], {
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
    env: environmentOf({
      LOG_LEVEL: "warn",
      ...(isDev && { NODE_ENV: "development" }),
      ...(pages ? variables : withoutNext(variables)),
    }),
  });
  const exited = once(child, "exit");
  const { url, errors } = await readOutput(child, ready);
  const port = Number(new URL(url).port);

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    errors,
    async stop(signal = "SIGTERM") {
      const started = performance.now();
      child.kill(signal);
      const ended = await exited;
      // Next has codes of its own.
      if (!isDev) assert.deepEqual(ended, [0, null], "code and signal of its end");
      const took = performance.now() - started;
      assert.ok(took < STOP_MS, `The service took ${took} ms to end.`);
      assert.deepEqual(errors, [], "errors the service logged");
    },
    async kill() {
      // Next would leave the process behind that it has started.
      child.kill(isDev ? "SIGTERM" : "SIGKILL");
      await exited;
    },
  };
}

/**
 * Variables of a service whose pages are one sentence: Next, which makes them otherwise, takes half of the processor time
 * of a start.
 */
export function withoutNext({ NODE_OPTIONS = "", ...variables }: Variables): Variables {
  const file = path.join(root, "e2e", "support", "no-next.cjs");
  return { ...variables, NODE_OPTIONS: `${NODE_OPTIONS} --require ${file}`.trim() };
}

/** These variables, a free port, and what any program needs of this environment. */
export function environmentOf(variables: Variables): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    // What a killed service leaves behind goes with its data.
    TMPDIR: variables["DATA_DIR"] ?? process.env["TMPDIR"],
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    ...variables,
  };
}

/** The line that `SERVE` prints once pages are ready, and the earlier one that the service logs. */
export const READY = /^(http:.*)/m;
export const LISTENING = /"address":"(http:[^"]+)"/;
const DEV_READY = /Local: +(http:\S+)/;

/** Reads the log; resolves with the URL that the service listens on, and the errors as they come. */
export function readOutput(
  { stdout, pid }: ChildProcess,
  said: RegExp,
  isError = (line: string) => levelOf(line) >= ERROR_LEVEL,
): Promise<{ url: string; errors: string[] }> {
  if (stdout === null) throw new Error("The service has no standard output.");
  const errors: string[] = [];
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const url = said.exec(line)?.[1];
      if (url !== undefined) resolve({ url, errors });
      if (isError(line)) errors.push(line);
    });
    lines.once("close", () => reject(new Error(`The service (${pid}) ended before it listened.`)));
  });
}

export function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0);
}

/** A sandbox, a directory for data, and the services between the two. */
export interface Surroundings {
  readonly sandbox: Sandbox;
  /** `DATA_DIR` of every service. */
  readonly directory: string;
  /** Starts a service with these variables beside those of the sandbox. */
  readonly start: (variables?: Variables, options?: ServiceOptions) => Promise<Service>;
}

/** Runs `use`, and kills the services that it has started. */
export async function withSandbox(use: (own: Surroundings) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox();
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-e2e-"));
  const services: Service[] = [];
  const start = async (variables?: Variables, options?: ServiceOptions) => {
    const all = { ...sandbox.environment, DATA_DIR: directory, ...variables };
    const service = await startService(all, options);
    services.push(service);
    return service;
  };
  try {
    await use({ sandbox, directory, start });
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The same with a service that runs; `start` starts others like it, with more variables. */
export interface World extends Surroundings {
  readonly service: Service;
}

export function withWorld(
  variables: Variables,
  use: (world: World) => Promise<void>,
  options?: ServiceOptions,
): Promise<void> {
  return withSandbox(async (own) => {
    const start = (more?: Variables, its = options) => own.start({ ...variables, ...more }, its);
    await use({ ...own, start, service: await start() });
  });
}
