import type { Clock } from "../time/clock.ts";
import type { Grants } from "./stores/grants.ts";
import type { RedisTimes } from "./stores/redis.ts";
import type { Channel, Scan, Store } from "./stores/store.ts";

/** One store for each kind of data. A store that fails rejects, and the code that uses it decides about that. */
export interface Stores {
  /** Says in words for the log which stores these are; after `inspect`, also what was found there. */
  readonly description: string;
  /** Names, profiles, links, and the leases on them: a cache, least recently used out first. */
  values: Store;
  /** Texture bytes: a cache with a bound of its own. */
  textures: Store;
  /**
   * Token buckets, refresh grants and the change log, which all processes share for a while. The oldest of those that
   * expire is evicted when there are more grants than providers can be asked for within an hour.
   */
  coordination: Store;
  /** Observed history and statistics: no cache. Values that never expire are not evicted; their owner bounds them. */
  durable: Store;
  /** True where other machines use them as well, over a network. */
  isShared: boolean;
  /** Token buckets and refresh grants: in a Redis beside the others, elsewhere in `coordination`. */
  limits: Store;
  /** Refresh grants, for all processes that use these stores. */
  grants: Grants;
  /** Tells all of these processes that something changed, where that works; others look for changes themselves. */
  channel?: Channel | undefined;
  /**
   * Inspects the Redis before the service starts, and warns if it would lose data. If it merely does not respond, it is
   * inspected later.
   * @throws ConfigurationError when it responds with something that will not mend itself
   */
  inspect(): Promise<void>;
  /** Resolves once everything written so far survives a `kill -9` of this process. */
  committed(): Promise<void>;
  /** Tells whether all of them work. */
  health(): { ok: boolean };
  close(): Promise<void>;
}

/** Stores that were opened by the configuration. */
export interface OpenedStores extends Stores {
  /** Reads all that is in one of them. */
  scan(store: "values" | "coordination" | "durable"): Scan;
}

export interface StoresOptions {
  /** The bound of each cache on the disk in bytes, in place of the usual one. */
  cacheBytes?: number;
  /** The bound of the data that processes share for a while. */
  coordinationBytes?: number;
  /** The bound of durable data. */
  durableBytes?: number;
  /** The bound of all stores together where they are in memory. */
  memoryBytes?: number;
  /** Time limits of a Redis, in place of the usual ones. */
  redisTimes?: RedisTimes | undefined;
  /** Called with the number of writes of durable data that are lost, since their store fails. */
  onDurableLoss?: (writes: number) => void;
  clock?: Clock;
}
