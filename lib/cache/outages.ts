import type { Logger } from "pino";

/** Says once that stores fail, and once that all work again: stores in one place fail together. */
export function createOutageLog(logger: Pick<Logger, "error" | "info">) {
  const failing = new Set<string>();

  return (name: string, error?: unknown) => {
    const before = failing.size;
    if (error === undefined) failing.delete(name);
    else failing.add(name);
    if (before === 0 && error !== undefined) {
      logger.error({ store: name, err: error }, "The store fails; memory takes over");
    }
    if (before > 0 && failing.size === 0) logger.info("The store works again");
  };
}
