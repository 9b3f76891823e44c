import { setTimeout as sleep } from "node:timers/promises";
import type { OpenedStores } from "../cache/open-stores.ts";
import { RedisError } from "../cache/stores/redis.ts";
import { RECORD_PREFIX, recordSchema } from "../players/history-record.ts";
import { itemSchema, readDataFile, writeDataFile, type Item } from "./file.ts";
import { readTotal, totalKey, type Total } from "../activity/activity.ts";
import { countIn, readJson, updateValue } from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import { LINK_PREFIX } from "../players/exclusion.ts";
import { createFormerNames } from "../players/former-names.ts";
import { createHistory } from "../players/history.ts";

/** Everything in stores that must last, some at a time, while the service goes on. */
async function* itemsIn({ durable, scan }: OpenedStores): AsyncGenerator<Item[]> {
  const { read } = scan("durable");
  for await (const batch of read(RECORD_PREFIX)) {
    yield batch.flatMap(({ key, value }) => {
      const known = readJson(recordSchema, value);
      // Each store counts for itself how many bytes it keeps for good.
      const record = known && { ...known, kept: 0 };
      const id = key.slice(RECORD_PREFIX.length);
      return itemSchema.safeParse({ kind: "player", id, record }).data ?? [];
    });
  }
  for await (const batch of read(LINK_PREFIX)) {
    yield batch.flatMap(({ key, value: linked }) => {
      const id = key.slice(LINK_PREFIX.length);
      return itemSchema.safeParse({ kind: "excludedLink", id, linked }).data ?? [];
    });
  }
  const lookups = await readTotal(durable, "lookups");
  const players = await readTotal(durable, "players");
  yield [{ kind: "lookups", lookups, players }];
}

/**
 * Merges items into stores: nothing of either is lost, and the second time changes nothing. The function that it gives
 * says whether an item is in the store now: a player whom it would have forgotten by now is not.
 */
export function createMerge({ durable }: Pick<OpenedStores, "durable">) {
  const history = createHistory({ store: durable, formerNames: createFormerNames(durable) });

  return async (item: Item): Promise<boolean> => {
    switch (item.kind) {
      case "player":
        return history.merge(item.id as JavaUuid | Xuid, item.record);
      case "excludedLink":
        await durable.set(LINK_PREFIX + item.id, item.linked);
        return true;
      case "lookups":
        await raiseTotal(durable, "lookups", item.lookups);
        await raiseTotal(durable, "players", item.players);
        return true;
    }
  };
}

/** Keeps the greater of two counts, so that none counts twice, however often stores are merged. */
async function raiseTotal(store: Store, total: Total, count: number): Promise<void> {
  await updateValue(store, totalKey(total), (text) => ({
    to: countIn(text) >= count ? text : String(count),
  }));
}

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
      players += batch.filter(isPlayer).length;
      yield batch;
    }
  };
  await writeDataFile(file, items(), signal);
  return players;
}

/**
 * Merges a file that was verified into stores.
 * @returns how many players were in it, and how many of them at least the stores had no room for
 */
export async function importFrom(
  file: string,
  stores: OpenedStores,
  signal?: AbortSignal,
): Promise<{ players: number; missing: number }> {
  const merge = createMerge(stores);
  let players = 0;
  let forgotten = 0;
  for await (const batch of readDataFile(file)) {
    signal?.throwIfAborted();
    const stored = await withRetries(() => Promise.all(batch.map(merge)));
    // Resolves once all of them survive a `kill -9` of this process.
    await stores.committed();
    players += batch.filter(isPlayer).length;
    forgotten += stored.filter((isStored) => !isStored).length;
  }
  const found = await withRetries(() => stores.scan("durable").count(RECORD_PREFIX));
  return { players, missing: Math.max(0, players - forgotten - found) };
}

const isPlayer = ({ kind }: Item) => kind === "player";

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
