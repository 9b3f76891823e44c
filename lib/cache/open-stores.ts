import path from "node:path";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { OpenedStores, StoresOptions } from "./opened-stores.ts";
import type { RedisAddress } from "./stores/redis.ts";
import { openStoresOnDisk } from "./stores-on-disk.ts";
import { openStoresOnRedis } from "./stores-on-redis.ts";

export type { OpenedStores, Stores, StoresOptions } from "./opened-stores.ts";

/** The part of the configuration that says where the stores live. */
export type StoresConfiguration = Pick<
  Configuration,
  "DATA_DIR" | "UPSTASH_REDIS_REST_URL" | "UPSTASH_REDIS_REST_TOKEN" | "REDIS_URL" | "REDIS_TLS_CA"
>;

/**
 * Opens the configured stores: in Upstash, in a Redis, or in SQLite files. None of them is required: without
 * its Redis, the service starts and uses it once it responds; without a usable file, it runs in memory.
 */
export function openStores(
  configuration: StoresConfiguration,
  logger: Logger,
  options: StoresOptions = {},
): OpenedStores {
  const redis = redisOf(configuration);
  return redis === undefined
    ? openStoresOnDisk(path.resolve(configuration.DATA_DIR), logger, options)
    : openStoresOnRedis(redis, logger, options);
}

/** The configured Redis; undefined if the stores are files. */
export function redisOf(configuration: StoresConfiguration): RedisAddress | undefined {
  const { UPSTASH_REDIS_REST_URL: restUrl, UPSTASH_REDIS_REST_TOKEN: restToken } = configuration;
  const { REDIS_URL: url, REDIS_TLS_CA: ca } = configuration;
  if (restUrl && restToken) return { restUrl, restToken };
  return url ? { url, ...(ca && { ca }) } : undefined;
}
