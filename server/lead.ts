import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { ConfigurationError, readConfiguration } from "../lib/configuration.ts";
import type { DrainMessage } from "./shutdown.ts";

/** A process that ends sooner than this after its start is not replaced at once. */
const SHORT_LIFE_MS = 5_000;
const RESTART_MS = 1_000;

/**
 * Runs the service on several processes that share one port; a dead one is replaced. Signals are
 * handed on, and this process ends when all of them have. Gives the port once all are ready.
 */
export async function lead(processes: number): Promise<number> {
  checkConfiguration();
  let ending = false;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./member.js", import.meta.url)) });

  const start = () => {
    const worker = cluster.fork();
    const started = performance.now();
    worker.once("exit", (code, signal) => {
      if (ending) return endWhenAlone(code);
      console.error(`A process ended (${signal || code}); starting another`);
      const wait = performance.now() - started < SHORT_LIFE_MS ? RESTART_MS : 0;
      setTimeout(start, wait);
    });
    return portOf(worker);
  };

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      const members = Object.values(cluster.workers ?? {});
      if (ending) {
        for (const member of members) member?.process.kill("SIGKILL");
        process.exit(1);
      }
      ending = true;
      for (const member of members) member?.send({ drain: signal } satisfies DrainMessage);
    });
  }
  const ports = await Promise.all(Array.from({ length: processes }, start));
  return ports[0] ?? 0;
}

function portOf(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.once("message", (message: { port: number }) => resolve(message.port));
  });
}

function endWhenAlone(code: number): void {
  if (code !== 0) process.exitCode = code;
  if (Object.keys(cluster.workers ?? {}).length === 0) process.exit();
}

function checkConfiguration(): void {
  try {
    readConfiguration(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(`Wrong configuration: ${error.message}`);
    process.exit(1);
  }
}
