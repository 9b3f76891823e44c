import type { Logger } from "pino";

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
