import { setTimeout as sleep } from "node:timers/promises";
import { RedisError } from "../cache/stores/redis.ts";
import { addTo, readDataFile, writeDataFile, type Tally } from "./file.ts";
import type { Item, Kind } from "./parts.ts";
import { copyClientSecret } from "./refresh-grants.ts";
import type { DataStore } from "./stores.ts";

/** What is being done, for whoever watches. */
export type OnProgress = (what: Stage, items: number) => void;
export type Stage = "exported" | "verified" | "merged" | "looked at again" | "compared";

/** What a move came to. */
export interface Moved {
  /** Items of each kind that were read, and those that the target has by now. */
  read: Tally;
  found: Tally;
  /** How many were compared by content. */
  compared: number;
  /** How many of those that were compared the target does not hold. */
  missing: number;
}

/** Items whose content is compared in the end. */
const SAMPLE = 1_000;
/** Machines that look players up may be so far behind this one. */
const CLOCKS_DIFFER_MS = 300_000;
/** What a Redis that fails over, or a SQLite that others write to, may take until it works again. */
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 250;

/** Writes everything that must last to a file. */
export function exportTo(file: string, from: DataStore, onProgress: OnProgress): Promise<Tally> {
  const items = async function* () {
    for await (const batch of everythingIn(from)) {
      yield batch;
      onProgress("exported", batch.length);
    }
  };
  return writeDataFile(file, items());
}

/**
 * Merges a file into a store. The whole file is read before the first write.
 * @throws DataFileError when it is not whole; nothing is written then
 */
export async function importFrom(
  file: string,
  to: DataStore,
  onProgress: OnProgress,
): Promise<Moved> {
  for await (const batch of readDataFile(file)) onProgress("verified", batch.length);
  const merged = await mergeEach(readDataFile(file), to, onProgress);
  return compare(to, merged, () => readDataFile(file), onProgress);
}

/**
 * Merges everything that must last from one store into another, while both are in use.
 * @returns also until when all that was written to the source is in the target, in Unix milliseconds
 */
export async function copyTo(
  to: DataStore,
  from: DataStore,
  onProgress: OnProgress,
): Promise<Moved & { until: number }> {
  const startedAt = Date.now();
  await copyClientSecret(from.stores.coordination, to.stores.coordination);
  const merged = await mergeEach(everythingIn(from), to, onProgress);
  // What was written behind the reader.
  const until = Date.now();
  for await (const batch of everythingIn(from)) {
    await mergeAll(to, batch.filter(wasWrittenSince(startedAt - CLOCKS_DIFFER_MS)));
    onProgress("looked at again", batch.length);
  }
  return { ...(await compare(to, merged, () => everythingIn(from), onProgress)), until };
}

/** Every lookup notes its time in the record of the player; what else changes has no such time. */
const wasWrittenSince = (time: number) => (item: Item) =>
  item.kind !== "player" ||
  item.record.observed.length === 0 ||
  item.record.observed.some(({ last_seen: at = time }) => at >= time);

const everythingIn = (store: DataStore) => readAhead(itemsIn(store));

async function* itemsIn({ parts }: DataStore): AsyncGenerator<Item[]> {
  for (const part of Object.values(parts)) yield* part.read();
}

/** Reads the next batch while one is being worked on. */
async function* readAhead<Batch>(batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  let next = batches.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = batches.next();
      // Who works on this one may fail first.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await batches.return(undefined);
  }
}

/** What was merged: how many items of each kind, and a sample of all. */
interface Merged {
  read: Tally;
  sample: readonly Item[];
}

async function mergeEach(
  batches: AsyncIterable<Item[]>,
  to: DataStore,
  onProgress: OnProgress,
): Promise<Merged> {
  const read: Tally = {};
  let seen = 0;
  /** Each item is in it with the same probability (Vitter's algorithm R). */
  const sample: Item[] = [];
  for await (const batch of batches) {
    await mergeAll(to, batch);
    addTo(read, batch);
    for (const item of batch) {
      seen += 1;
      const at = sample.length < SAMPLE ? sample.length : Math.floor(Math.random() * seen);
      if (at < SAMPLE) sample[at] = item;
    }
    onProgress("merged", batch.length);
  }
  return { read, sample };
}

/** Resolves once all of them survive a `kill -9` of this process. */
async function mergeAll({ parts, stores }: DataStore, batch: readonly Item[]): Promise<void> {
  await withRetries(() => Promise.all(batch.map((item) => parts[item.kind].merge(item))));
  await stores.committed();
}

/**
 * Compares a store with what was moved there: all by their number, and a sample by content.
 * @param again Reads all that was moved once more; only when numbers differ.
 */
async function compare(
  { parts }: DataStore,
  { read, sample }: Merged,
  again: () => AsyncIterable<readonly Item[]>,
  onProgress: OnProgress,
): Promise<Moved> {
  const found: Tally = {};
  for (const kind of Object.keys(parts) as Kind[])
    found[kind] = await withRetries(() => parts[kind].count());
  // Former names of players who have a record are not moved one by one.
  const isLess = (found.player ?? 0) < (read.player ?? 0);
  let [compared, missing] = [0, 0];
  for await (const batch of isLess ? again() : [sample]) {
    const held = await withRetries(() =>
      Promise.all(batch.map((item) => parts[item.kind].holds(item))),
    );
    compared += batch.length;
    missing += held.filter((isHeld) => !isHeld).length;
    onProgress("compared", batch.length);
  }
  return { read, found, compared, missing };
}

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
