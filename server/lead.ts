import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { readConfiguration } from "../lib/configuration/configuration.ts";
import { createLogger } from "../lib/log/logger.ts";
import { FRUGAL, hasAddressSpace } from "./address-space.ts";
import { START_MS, StartError } from "./failed-start.ts";
import { relayMetrics } from "./metrics-exchange.ts";
import { logProcess, type DrainMessage } from "./shutdown.ts";

/** Each of these signals ends the service. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** A member that has not ended after this time is hanging. */
export const END_MS = 10_000;
/** A signal to all processes may end a starting member before this process gets it, by up to this time. */
const SIGNAL_MS = 1_000;
/** Crashes longer ago than this no longer count. */
const WINDOW_MS = 60_000;
const MOST_CRASHES = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/**
 * Runs the service on several processes that share one port. A process that ends is replaced, unless it
 * keeps ending: see `countCrashes`. Signals are passed on, and this process ends after all the others.
 * Resolves with the port once all have been ready; one that ends before it was ready fails the start.
 * @throws StartError, ConfigurationError
 */
export async function lead(processes: number, { startMs = START_MS } = {}): Promise<number> {
  const logger = createLogger({ level: readConfiguration(process.env).LOG_LEVEL });
  logProcess(logger);
  const crashed = countCrashes(processes, () => performance.now());
  /** Members that serve. */
  const ready = new Set<Worker>();
  let ending = false;
  let failed = false;
  let started = false;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL("./start.js", import.meta.url)),
    execArgv: [...process.execArgv, ...(hasAddressSpace() ? [] : [FRUGAL])],
  });

  let failStart: (error: StartError) => void = () => undefined;
  const startFailed = new Promise<never>((_, reject) => (failStart = reject));

  const exited = ({ served, ...exit }: Exit & { served: boolean }) => {
    const { code, signal, reason } = exit;
    // A process that is still starting dies of the signal itself.
    const bySignal = code === 0 || SIGNALS.some((one) => one === signal);
    if (ending) {
      failed ||= !bySignal;
      return endWhenAlone();
    }
    if (started || served) return replace(exit);
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    const error = new StartError(reason ?? `A process ended ${how} while the service started.`);
    if (bySignal) setTimeout(() => ending || failStart(error), SIGNAL_MS);
    else failStart(error);
  };

  /** Resolves with the port once the process serves. */
  const start = () => {
    const worker = cluster.fork();
    let reason: string | undefined;
    const late = setTimeout(() => {
      reason = `A process was not ready within ${startMs / 1_000} s; the log says why.`;
      worker.process.kill("SIGKILL");
    }, startMs);
    worker.once("exit", (code: number | null, signal: string | null) => {
      clearTimeout(late);
      const note = () => exited({ code, signal, reason, served: ready.delete(worker) });
      // Its last message may still be arriving.
      if (worker.isConnected()) worker.once("disconnect", note);
      else note();
    });
    return new Promise<number>((resolve) => {
      worker.on("message", (message: MemberMessage) => {
        relayMetrics(ready, worker, message);
        reason = message.failed ?? reason;
        if (message.port === undefined) return;
        clearTimeout(late);
        ready.add(worker);
        resolve(message.port);
      });
    });
  };

  const replace = (exit: Exit) => {
    const waitMs = crashed();
    if (waitMs === undefined) {
      const last = exit.reason === undefined ? "" : ` The last reason: ${exit.reason}`;
      console.error(`Nametag ends, since its processes keep ending.${last}`);
      failed = true;
      return end("SIGTERM");
    }
    logger.warn({ ...exit, waitMs }, "A process ended; starting another");
    setTimeout(() => !ending && void start(), waitMs);
  };

  const end = (signal: NodeJS.Signals) => {
    ending = true;
    for (const member of alive()) {
      // A member that is not serving yet has nothing to finish, and may not listen to messages.
      if (ready.has(member)) member.send({ drain: signal } satisfies DrainMessage, () => undefined);
      else member.process.kill("SIGTERM");
    }
    setTimeout(killAll, END_MS);
    endWhenAlone();
  };

  const killAll = () => {
    for (const member of alive()) member.process.kill("SIGKILL");
  };

  const endWhenAlone = () => {
    if (alive().length === 0) process.exit(failed ? 1 : 0);
  };

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!ending) return end(signal);
      if (signal === "SIGHUP") return;
      killAll();
      process.exit(1);
    });
  }

  const starts = Promise.all(Array.from({ length: processes }, start));
  try {
    const [port = 0] = await Promise.race([starts, startFailed]);
    started = true;
    return port;
  } catch (error) {
    killAll();
    throw error;
  }
}

/** Sent by a member: the port once it serves, or in one sentence why it cannot. */
export interface MemberMessage {
  port?: number;
  failed?: string;
}

/** How a process ended, and the reason it gave. */
interface Exit {
  code: number | null;
  signal: string | null;
  reason: string | undefined;
}

/** The members whose processes run or whose messages may still arrive. */
function alive(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/**
 * Decides when to replace a crashed process: at once for the first crash in a minute, then after twice as
 * long each time. All processes may crash once together, for example when memory runs out.
 */
export function countCrashes(processes: number, now: () => number) {
  const limit = Math.max(MOST_CRASHES, processes + 1);
  let crashes: number[] = [];
  /** Counts a crash; returns how many milliseconds to wait, or undefined after too many in a minute. */
  return (): number | undefined => {
    const at = now();
    crashes = [...crashes.filter((crash) => at - crash < WINDOW_MS), at];
    if (crashes.length >= limit) return undefined;
    return Math.min(FIRST_DELAY_MS * 2 ** (crashes.length - 1), LONGEST_DELAY_MS);
  };
}
