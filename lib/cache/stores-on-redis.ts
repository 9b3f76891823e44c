import type { Logger } from "pino";
import { ConfigurationError } from "../configuration/configuration.ts";
import type { OpenedStores, StoresOptions } from "./opened-stores.ts";
import { createOutageLog } from "./outages.ts";
import {
  createRedisStore,
  KEY_PREFIX,
  openRedisClient,
  scanRedis,
  type RedisAddress,
  type RedisReport,
} from "./stores/redis.ts";
import { grantsInRedis } from "./stores/redis/grants.ts";
import { NotCountableError, type Store } from "./stores/store.ts";

/** Opens stores in Upstash or another Redis, which may begin to respond later. */
export function openStoresOnRedis(
  address: RedisAddress,
  logger: Logger,
  { onDurableLoss = () => undefined, redisTimes, clock }: StoresOptions,
): OpenedStores {
  const note = createOutageLog(logger);
  /** True while it was not inspected, since it did not respond at the start. */
  let isUnknown = false;
  const onChange = (error?: Error) => {
    note("redis", error);
    if (error === undefined && isUnknown) void inspectLate();
  };
  const redis = openRedisClient(address, { onChange, ...redisTimes });
  const open = (name: string, commands = redis.redis) =>
    watchWrites(createRedisStore(redis, name, commands), (error) => {
      // An outage has already been logged.
      if (redis.health().ok) note(name, error);
      if (name === "durable" && error !== undefined) onDurableLoss(1);
    });
  let found = "";
  const learn = (report?: RedisReport) => {
    isUnknown = report === undefined;
    found = report === undefined ? ", which does not respond" : `: ${describeReport(report)}`;
    const evicting = report?.policies.find((policy) => policy.startsWith("allkeys-"));
    if (evicting !== undefined) logger.warn({ policy: evicting }, EVICTION_WARNING);
  };
  /** A running service goes on, whatever is wrong with its Redis. */
  const inspectLate = async () => {
    isUnknown = false;
    try {
      learn(await redis.inspectAgain());
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      logger.error(error.message);
    }
  };
  return {
    get description() {
      return redis.description + found;
    },
    async inspect() {
      learn(await redis.inspected);
      // It began to respond a moment ago.
      if (isUnknown && redis.health().ok) await inspectLate();
    },
    values: open("values"),
    textures: open("textures", redis.direct),
    coordination: open("coordination"),
    durable: open("durable"),
    isShared: true,
    grants: grantsInRedis(redis.redis, clock),
    channel: redis.channel,
    limits: open(""),
    scan: (store) => scanRedis(redis, `${KEY_PREFIX}:${store}:`),
    committed: () => Promise.resolve(),
    health: redis.health,
    close: () => redis.close(),
  };
}

/** Reports each write and why it failed, if it did; a mistake of the caller is not reported. */
function watchWrites(store: Store, report: (error?: unknown) => void): Store {
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

/** Some policies evict values that never expire, such as the history; docs/running.md says it, too. */
export const EVICTION_WARNING =
  "Set maxmemory-policy volatile-lru: with an allkeys policy, a full Redis also evicts the history of players who changed, which nobody else has.";

function describeReport({ nodes, masters, version, policies }: RedisReport): string {
  const count = nodes === 1 ? "1 node" : `${nodes} nodes, of which ${masters} take writes`;
  return [count, version, ...policies].filter((part) => part !== undefined).join(", ");
}
