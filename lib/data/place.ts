import { pino } from "pino";
import { openStores, type OpenedStores } from "../cache/open-stores.ts";
import { ConfigurationError, type Configuration } from "../configuration.ts";
import { egressesOf, type Egress } from "../limits/egress.ts";

/** Stores whose data is read or written, without the service. */
export interface Place {
  stores: OpenedStores;
  egresses: readonly Egress[];
  close(): Promise<void>;
}

/** There is no visitor who waits: a command may take as long as a Redis that is busy needs. */
const REDIS_TIMES = { limitMs: 10_000, pauseMs: 250 };

/**
 * Opens the stores that a configuration names.
 * @throws ConfigurationError when they cannot be used
 */
export async function openPlace(configuration: Configuration): Promise<Place> {
  const logger = pino({ level: "silent" });
  const stores = openStores(configuration, logger, { redisTimes: REDIS_TIMES });
  try {
    await stores.inspect();
    if (stores.description === "memory only" || !stores.health().ok) {
      throw new ConfigurationError(
        stores.redis
          ? `${stores.description}: check the address, or try again when it works.`
          : `The files in ${configuration.DATA_DIR} cannot be used: check that DATA_DIR belongs to the user who runs this command.`,
      );
    }
    const egresses = egressesOf(configuration, { isShared: stores.redis !== undefined });
    return { stores, egresses, close: () => stores.close() };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
