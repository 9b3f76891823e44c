import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { ConfigurationError, readConfiguration } from "../lib/configuration.ts";
import { createLogger } from "../lib/log/logger.ts";
import { gatherMetrics } from "./metrics-exchange.ts";
import { logProcess } from "./process-log.ts";
import type { DrainMessage } from "./shutdown.ts";

/** A process that ends sooner than this after its start is not replaced at once. */
const SHORT_LIFE_MS = 5_000;
const RESTART_MS = 1_000;

/**
 * Runs the service on several processes that share one port; a dead one is replaced. Signals are
 * handed on, and this process ends when all of them have. Gives the port once all are ready.
 */
export async function lead(processes: number): Promise<number> {
  const logger = createLogger({ level: readLogLevel() });
  logProcess(logger);
  let ending = false;
  let failed = false;
  const alive = new Set<Worker>();
  const ready = new Set<Worker>();
  const metrics = gatherMetrics(ready);
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./member.js", import.meta.url)) });

  const start = () => {
    const worker = cluster.fork();
    alive.add(worker);
    const started = performance.now();
    worker.once("exit", (code, signal) => {
      alive.delete(worker);
      ready.delete(worker);
      if (ending) {
        failed ||= code !== 0 && signal !== "SIGTERM";
        return endWhenAlone();
      }
      logger.warn({ code, signal }, "A process ended; starting another");
      const wait = performance.now() - started < SHORT_LIFE_MS ? RESTART_MS : 0;
      setTimeout(() => {
        if (!ending) void start();
      }, wait);
    });
    return new Promise<number>((resolve) => {
      worker.on("message", (message: ReadyMessage | { port?: undefined }) => {
        metrics.receive(worker, message);
        if (message.port === undefined) return;
        ready.add(worker);
        resolve(message.port);
      });
    });
  };

  const endWhenAlone = () => {
    if (alive.size === 0) process.exit(failed ? 1 : 0);
  };

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (ending) {
        for (const member of alive) member.process.kill("SIGKILL");
        process.exit(1);
      }
      ending = true;
      for (const member of alive) {
        // One that is still starting has nothing to finish, and does not listen yet.
        if (ready.has(member)) member.send({ drain: signal } satisfies DrainMessage);
        else member.process.kill("SIGTERM");
      }
      endWhenAlone();
    });
  }
  const ports = await Promise.all(Array.from({ length: processes }, start));
  return ports[0] ?? 0;
}

/** What a member sends once it serves. */
export interface ReadyMessage {
  port: number;
}

function readLogLevel(): string {
  try {
    return readConfiguration(process.env).LOG_LEVEL;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(`Wrong configuration: ${error.message}`);
    process.exit(1);
  }
}
