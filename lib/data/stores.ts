import { existsSync } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import { openStores, type OpenedStores } from "../cache/open-stores.ts";
import { ConfigurationError, type Configuration } from "../configuration/configuration.ts";
import { egressesOf, type Egress } from "../upstream-budget/egress.ts";
import { partsOf, type Parts } from "./parts.ts";

/** What one end of a move has, without the service. */
export interface DataStore {
  stores: OpenedStores;
  egresses: readonly Egress[];
  parts: Parts;
}

/** There is no visitor who waits: a command may take as long as a Redis that is busy needs. */
const REDIS_TIMES = { limitMs: 10_000, pauseMs: 250 };

/**
 * Opens the stores that a configuration names.
 * @param mustExist Whether a folder without data is an error: nobody wants an empty backup.
 * @throws ConfigurationError when they cannot be used
 */
export async function openDataStore(
  configuration: Configuration,
  { mustExist = false } = {},
): Promise<DataStore> {
  const { DATA_DIR, REDIS_URL, UPSTASH_REDIS_REST_URL } = configuration;
  const isFolder = REDIS_URL === undefined && UPSTASH_REDIS_REST_URL === undefined;
  if (mustExist && isFolder && !existsSync(path.join(DATA_DIR, "durable.sqlite"))) {
    throw new ConfigurationError(
      `There is no data in ${DATA_DIR}: name the store of the service, by its environment or with --from.`,
    );
  }
  const logger = pino({ level: "silent" });
  const stores = openStores(configuration, logger, { redisTimes: REDIS_TIMES });
  try {
    await stores.inspect();
    if (stores.description === "memory only" || !stores.health().ok) {
      throw new ConfigurationError(
        stores.isShared
          ? `${stores.description}: check the address, or try again when it works.`
          : `The files in ${DATA_DIR} cannot be used: check that DATA_DIR belongs to the user who runs this command.`,
      );
    }
    const egresses = egressesOf(configuration, stores);
    return { stores, egresses, parts: partsOf(stores, egresses) };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
