import type { Logger } from "pino";

/** Says once that stores fail, and once that all work again. */
export interface OutageLog {
  note(name: string, state: { ok: boolean; error?: unknown }): void;
}

/** What fails together, since it lives in one place, is one outage. */
export function createOutageLog(logger: Pick<Logger, "error" | "info">): OutageLog {
  const failing = new Set<string>();

  return {
    note(name, { ok, error }) {
      const before = failing.size;
      if (ok) failing.delete(name);
      else failing.add(name);
      if (before === 0 && !ok) {
        logger.error({ store: name, err: error }, "The store fails; memory takes over");
      }
      if (before > 0 && failing.size === 0) logger.info("The store works again");
    },
  };
}
