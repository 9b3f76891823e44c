import type { Logger } from "pino";

/** Lets Node's own words about this process be lines of the log; an uncaught error ends it with 1. */
export function logProcess(logger: Logger): void {
  // Node's own listener writes plain text to standard error.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    const code = "code" in warning ? warning.code : undefined;
    logger.warn({ type: warning.name, code }, warning.message);
  });
  // A rejection that nobody handles comes here too: it is an uncaught error by Node's default.
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "Something broke; this process ends");
    process.exit(1);
  });
}
