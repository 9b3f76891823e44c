import cluster from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Front } from "./front.ts";

/** How long new connections are still accepted; each is closed after its response. */
const FAREWELL_MS = 2_000;
/** After that, a connection without a complete request within this time is closed. */
const IDLE_MS = 1_000;
const DRAIN_MS = 6_500;
/** Longest wait for stores to close. */
const CLOSE_MS = 1_000;
/** After the signal, a process has ended within this time. */
export const DRAINED_WITHIN_MS = FAREWELL_MS + DRAIN_MS + CLOSE_MS;

export interface ShutdownOptions {
  front: Front;
  logger: Logger;
  /** Called at the first signal: the service is no longer ready. */
  begin(): void;
  /** Called when no request is under way any more. */
  close(): Promise<void>;
}

/**
 * Drains on SIGTERM, SIGINT and SIGHUP: every response closes its connection, new connections are accepted for
 * two more seconds (for none on SIGINT, which a person sends, and on SIGHUP, after which whatever started the
 * service is gone), requests under way are completed, and the process ends with 0. Idle connections are closed
 * one second later, and all others after ten seconds in total. A second signal ends the process at once, or the
 * leader and with it all members; not SIGHUP, which a closed terminal sends more than once.
 */
export function drainOnSignal({ front, logger, begin, close }: ShutdownOptions): void {
  const { server, connections } = front;
  let draining = false;

  const drain = async (signal: NodeJS.Signals) => {
    // A member may get the signal itself and from its leader, which kills it on a second one.
    if (draining && (cluster.isWorker || signal === "SIGHUP")) return;
    if (draining) process.exit(1);
    draining = true;
    logger.info({ signal }, "Draining");
    begin();
    front.drain();
    if (signal === "SIGTERM") await wait(FAREWELL_MS);
    setTimeout(connections.endIdle, IDLE_MS);
    setTimeout(connections.endAll, DRAIN_MS);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    const closed = await Promise.race([close().then(() => true), wait(CLOSE_MS)]);
    if (closed !== true) logger.warn("The stores did not close in time");
    process.exit(0);
  };

  onSignal = (signal) => void drain(signal);
  if (!cluster.isWorker) return;
  process.on("message", (message: DrainMessage | { drain?: undefined }) => {
    if (message.drain !== undefined) void drain(message.drain);
  });
}

/**
 * Before `drainOnSignal`, nothing is under way, so a signal ends the process at once. The listeners stay,
 * since Node loses a signal that arrives while none is attached or one is being replaced.
 */
let onSignal: (signal: NodeJS.Signals) => void = () => process.exit(0);

/** Handles signals. Only the leader acts on those that a terminal sends to all processes. */
export function endOnSignal(): void {
  process.on("SIGTERM", (signal) => onSignal(signal));
  for (const signal of ["SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!cluster.isWorker) onSignal(signal);
    });
  }
}

/** Sent by the leader to its members. */
export interface DrainMessage {
  drain: NodeJS.Signals;
}

/** Logs Node's own warnings as JSON; an uncaught error is logged and ends the process with 1. */
export function logProcess(logger: Logger): void {
  // Replaces Node's own listener, which writes plain text to standard error.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    const code = "code" in warning ? warning.code : undefined;
    logger.warn({ type: warning.name, code }, warning.message);
  });
  // Includes unhandled rejections, which Node treats as uncaught errors.
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "Something broke; this process ends");
    process.exit(1);
  });
}
