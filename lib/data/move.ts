import { setTimeout as sleep } from "node:timers/promises";
import type { OpenedStores } from "../cache/open-stores.ts";
import { RedisError } from "../cache/stores/redis.ts";
import {
  expiringMs,
  permanentSizeOf,
  RECORD_PREFIX,
  recordKey,
} from "../players/history-record.ts";
import { readDataFile, writeDataFile } from "./file.ts";
import { createMerge, itemsIn, type Item } from "./items.ts";
import { systemClock } from "../time/clock.ts";

/** A Redis that fails over, or a SQLite that others write to, works again within these attempts. */
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 250;

/** Writes everything that must last to a file; gives how many players there are. */
export async function exportTo(
  file: string,
  stores: OpenedStores,
  signal?: AbortSignal,
): Promise<number> {
  let players = 0;
  const items = async function* () {
    for await (const batch of itemsIn(stores)) {
      players += playersIn(batch).length;
      yield batch;
    }
  };
  await writeDataFile(file, items(), signal);
  return players;
}

/**
 * Merges a file that was verified into stores.
 * @returns how many players were in it, and how many of them the stores had no room for
 */
export async function importFrom(
  file: string,
  stores: OpenedStores,
  signal?: AbortSignal,
): Promise<{ players: number; missing: number }> {
  const merge = createMerge(stores);
  let players = 0;
  for await (const batch of readDataFile(file)) {
    signal?.throwIfAborted();
    await withRetries(() => Promise.all(batch.map((item) => merge(item))));
    // Resolves once all of them survive a `kill -9` of this process.
    await stores.committed();
    players += playersIn(batch).length;
  }
  const found = await withRetries(() => stores.scan("durable").count(RECORD_PREFIX));
  return { players, missing: found < players ? await countMissing(file, stores) : 0 };
}

/** Counts the players of a file who are not in stores, though they would not have expired. */
async function countMissing(file: string, { durable }: OpenedStores): Promise<number> {
  let missing = 0;
  for await (const batch of readDataFile(file)) {
    const players = playersIn(batch).filter(
      ({ record }) => permanentSizeOf(record) > 0 || expiringMs(record, systemClock.now()) > 0,
    );
    const texts = await withRetries(() =>
      Promise.all(players.map(({ id }) => durable.get(recordKey(id)))),
    );
    missing += texts.filter((text) => text === undefined).length;
  }
  return missing;
}

const playersIn = (batch: readonly Item[]) => batch.filter((item) => item.kind === "player");

/** Tries again for some seconds: merging twice does no harm. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isPointless = error instanceof RedisError && error.isUnable;
      if (attempt === ATTEMPTS || isPointless) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
