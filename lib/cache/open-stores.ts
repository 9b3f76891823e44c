import type { Logger } from "pino";
import { createResilientStore } from "./resilient.ts";
import { EmbeddedStoreError, openEmbedded } from "./stores/embedded.ts";
import { createMemoryStore } from "./stores/memory.ts";
import type { Store } from "./stores/store.ts";

/** One store for each kind of thing, each with a bound of its own. */
export interface Stores {
  /** Where they live, in words for the log. */
  description: string;
  /** Names, profiles, links. */
  values: Store;
  /** Texture bytes. */
  textures: Store;
  /** "There is none". */
  missing: Store;
  /** What is not a cache: name history, refresh turns, statistics. */
  ledger: Store;
  close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

const BOUNDS = {
  values: 256 * MEBIBYTE,
  textures: 256 * MEBIBYTE,
  missing: 16 * MEBIBYTE,
  ledger: 128 * MEBIBYTE,
} as const;

const TOTAL_BYTES = Object.values(BOUNDS).reduce((sum, bytes) => sum + bytes, 0);

/** In memory everything is smaller. */
const MEMORY_SHARE = 1 / 8;

/** Opens the embedded stores of a directory; when that cannot be, the service runs on memory. */
export function openStores(directory: string, logger: Logger): Stores {
  try {
    const embedded = openEmbedded({ directory, maxBytes: TOTAL_BYTES, logger });
    const open = (name: keyof typeof BOUNDS) =>
      createResilientStore(embedded.store(name, { maxBytes: BOUNDS[name] }), {
        maxBytes: BOUNDS[name] * MEMORY_SHARE,
        onChange: ({ ok, error }) =>
          ok
            ? logger.info({ store: name }, "The store works again")
            : logger.error({ store: name, err: error }, "The store fails; memory takes over"),
      });
    return {
      description: `embedded in ${directory}`,
      values: open("values"),
      textures: open("textures"),
      missing: open("missing"),
      ledger: open("ledger"),
      close: () => embedded.close(),
    };
  } catch (error) {
    if (!(error instanceof EmbeddedStoreError)) throw error;
    logger.error({ err: error }, `${error.message} Running on memory: nothing survives a restart.`);
    return inMemory();
  }
}

function inMemory(): Stores {
  const open = (name: keyof typeof BOUNDS) =>
    createMemoryStore({ maxBytes: BOUNDS[name] * MEMORY_SHARE });
  return {
    description: "memory only",
    values: open("values"),
    textures: open("textures"),
    missing: open("missing"),
    ledger: open("ledger"),
    close: async () => undefined,
  };
}
