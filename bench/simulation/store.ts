import { grantsInStore } from "../../lib/cache/stores/grants.ts";
import { createMemoryStore } from "../../lib/cache/stores/memory.ts";
import type { Stores } from "../../lib/cache/open-stores.ts";
import type { Clock } from "../../lib/time/clock.ts";
import type { Step, Store } from "../../lib/cache/stores/store.ts";
import {
  BUDGET_PREFIX,
  stepBucket,
  type Bounds,
  type Step as BucketStep,
  type TokenBucket,
} from "../../lib/upstream-budget/token-bucket.ts";
import { groupedBy, type Sampling, type Scenario } from "./scenario.ts";

/**
 * The stores that all simulated instances share, as they would a Redis, and the commands that each of its
 * nodes would have received. Reads, transactions and steps of a token bucket are one command each, as on Redis. The log
 * of changes is read when a message comes there, while here it is polled, which is not counted.
 */
export function createSharedStores(
  { redisNodes }: Pick<Scenario, "redisNodes">,
  sampling: Sampling,
  clock: Clock,
) {
  const commands = Array.from({ length: redisNodes }, () => 0);
  let turn = 0;

  const count = (key: string) => {
    if (key === CHANGES) return;
    const replicas = replicasOf(key, sampling);
    turn += 1;
    const node = hashOf(`${turn % replicas}:${key}`) % redisNodes;
    // Counts are scaled up to all slices, and this key is the same in each.
    commands[node] = (commands[node] ?? 0) + (replicas === 1 ? 1 / sampling.slice : 1);
  };
  const open = (store = createMemoryStore({ maxBytes: Number.MAX_SAFE_INTEGER, clock })): Store => {
    return {
      ...store,
      get(key) {
        count(key);
        return store.get(key);
      },
      set(key, ...rest) {
        count(key);
        return store.set(key, ...rest);
      },
      delete(key) {
        count(key);
        return store.delete(key);
      },
      transact(steps) {
        count(keyOf(steps));
        return store.transact(steps);
      },
    };
  };
  const coordination = open();
  const buckets = new Map<string, TokenBucket>();
  /** Does what the script of a token bucket does in Redis. */
  const stepInStore = (key: string, [bounds = "", step = "", owed = ""]: string[]) => {
    count(key);
    const { taken, bucket } = stepBucket(
      buckets.get(key),
      clock.now(),
      JSON.parse(bounds) as Bounds,
      JSON.parse(step) as BucketStep,
      Number(owed),
    );
    buckets.set(key, bucket);
    return Promise.resolve([String(taken), JSON.stringify(bucket)]);
  };
  const stores: Stores = {
    description: "simulated",
    isShared: false,
    grants: grantsInStore(coordination, clock),
    values: open(),
    textures: open(),
    coordination,
    limits: {
      ...coordination,
      script: <Result>() => stepInStore as (...call: [string, string[]]) => Promise<Result>,
    },
    durable: open(),
    inspect: () => Promise.resolve(),
    committed: () => Promise.resolve(),
    health: () => ({ ok: true }),
    close: () => Promise.resolve(),
  };
  return { stores, commands: () => [...commands] };
}

/** The log of changes. */
const CHANGES = "changes:v1";
/** A key that names nobody, such as that of the statistics. */
const OF_NOBODY = /^[\w-]+:v\d+$/;

/** For how many keys of the whole service a simulated one stands; each may be on another node. */
function replicasOf(key: string, sampling: Sampling): number {
  if (OF_NOBODY.test(key)) return 1;
  return key.startsWith(BUDGET_PREFIX) ? sampling.slice : groupedBy(sampling);
}

/** The first key of a transaction; on a cluster, its other keys are on the same node. */
function keyOf([step]: readonly Step[]): string {
  if (step === undefined) return "";
  if ("check" in step) return step.check;
  return "set" in step ? step.set : step.add;
}

/** Spreads keys as evenly as the hash slots of a cluster do (FNV-1a, mixed). */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
