import type { Logger } from "pino";
import type { Clock } from "../time/clock.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { NotCountableError, type Store } from "./stores/store.ts";

/** Reports each write and why it failed, if it did; a mistake of the caller is not reported. */
export function watchWrites(store: Store, report: (error?: unknown) => void): Store {
  const watch = async <Result>(write: Promise<Result>): Promise<Result> => {
    try {
      const result = await write;
      report();
      return result;
    } catch (error) {
      const isCallersFault = error instanceof RangeError || error instanceof NotCountableError;
      if (!isCallersFault) report(error);
      throw error;
    }
  };
  return {
    ...store,
    // It may change.
    get kind() {
      return store.kind;
    },
    set: (...call) => watch(store.set(...call)),
    delete: (...call) => watch(store.delete(...call)),
    transact: (...call) => watch(store.transact(...call)),
  };
}

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

/** The store of a file or, until that is open, one in memory. */
export function inMemoryUntil(
  opened: () => Store | undefined,
  maxBytes: number,
  clock: Clock,
): Store {
  const memory: Store = {
    ...createMemoryStore({ maxBytes, clock }),
    health: () => ({ ok: false }),
  };
  const current = () => opened() ?? memory;
  return {
    get kind() {
      return current().kind;
    },
    get: (...call) => current().get(...call),
    set: (...call) => current().set(...call),
    delete: (...call) => current().delete(...call),
    transact: (...call) => current().transact(...call),
    health: () => current().health(),
  };
}
