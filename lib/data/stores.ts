import { existsSync } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import { openStores, redisOf, type OpenedStores } from "../cache/open-stores.ts";
import { ConfigurationError, type Configuration } from "../configuration/configuration.ts";

/** Why a command cannot be carried out, in one sentence. */
export class DataError extends Error {
  override readonly name = "DataError";
  /** Nothing is known of the player. */
  readonly isUnknown: boolean;

  constructor(message: string, { isUnknown = false } = {}) {
    super(message);
    this.isUnknown = isUnknown;
  }
}

/** No visitor waits for a command, so it may take as long as a busy Redis needs. */
const REDIS_TIMES = { limitMs: 10_000, pauseMs: 250 };

/**
 * Opens the stores that a configuration names.
 * @param mustExist Makes a folder without data an error, since nobody wants an empty backup.
 * @throws ConfigurationError when they cannot be used
 */
export async function openDataStores(
  configuration: Configuration,
  mustExist = false,
): Promise<OpenedStores> {
  const { DATA_DIR } = configuration;
  const isFolder = redisOf(configuration) === undefined;
  if (mustExist && isFolder && !existsSync(path.join(DATA_DIR, "durable.sqlite"))) {
    throw new ConfigurationError(
      `There is no data in ${path.resolve(DATA_DIR)}: set DATA_DIR, REDIS_URL or UPSTASH_REDIS_REST_URL as for the service.`,
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
    return stores;
  } catch (error) {
    await stores.close();
    throw error;
  }
}
