import { readFileSync } from "node:fs";
import path from "node:path";
import { openStores, type Stores } from "../cache/open-stores.ts";
import type { RedisTimes } from "../cache/stores/redis.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { createFailureLog } from "../log/failure-log.ts";
import { createLogger } from "../log/logger.ts";
import { boundsIn, memoryFor, type MemoryBounds } from "../process/memory.ts";
import { createMetrics } from "../metrics/metrics.ts";

/** The base of all parts of the service. */
export type Base = ReturnType<typeof openBase>;

export interface BaseOptions {
  /** The time that everything in this process follows, except sockets, files and processes. */
  clock?: Clock;
  random?: () => number;
  /** These stores replace those that the environment names. */
  stores?: Stores;
  /** These time limits of a Redis replace the usual ones. */
  redisTimes?: RedisTimes;
  /** These bounds replace those that the memory of this process allows. */
  memory?: MemoryBounds;
}

/** Reads the configuration and opens what it names. */
export function openBase(
  env: Readonly<Record<string, string | undefined>>,
  { clock = systemClock, random = Math.random, redisTimes, ...parts }: BaseOptions,
) {
  const configuration = readConfiguration(env);
  const metrics = createMetrics(clock);
  const logger = createLogger({ level: configuration.LOG_LEVEL, onLost: metrics.logLineLost });
  const memory = parts.memory ?? boundsIn(memoryFor(configuration.WEB_CONCURRENCY));
  const stores: Stores =
    parts.stores ??
    openStores(configuration, logger, {
      onDurableLoss: metrics.durableWritesLost,
      redisTimes,
      memoryBytes: memory.stores,
      clock,
    });
  return {
    configuration,
    version: readVersion(),
    stores,
    memory,
    metrics,
    logger,
    failureLog: createFailureLog(logger, clock),
    clock,
    random,
  };
}

function readVersion(): string {
  const text = readFileSync(path.resolve("package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
