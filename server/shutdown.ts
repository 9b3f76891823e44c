import type { Server } from "node:http";
import type { Logger } from "pino";

const DRAIN_MS = 10_000;

/**
 * On SIGTERM or SIGINT: takes no new connections, answers what was asked, closes, exits 0; after
 * ten seconds whatever is left is cut. A second signal exits at once.
 */
export function drainOnSignal(server: Server, logger: Logger, close: () => Promise<void>): void {
  let draining = false;
  const drain = async (signal: NodeJS.Signals) => {
    if (draining) process.exit(1);
    draining = true;
    logger.info({ signal }, "Draining");
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(cut);
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void drain(signal));
  process.on("SIGINT", (signal) => void drain(signal));
}
