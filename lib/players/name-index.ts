import { NotCached, type Cache, type CacheResult, type GetOptions } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import type { Loaded } from "../cache/entry.ts";
import type { Deadline } from "../providers/deadline.ts";
import { getByDeadline, type NameRecord } from "./records.ts";

export interface NameIndexOptions<Id extends string, Name, Record> {
  names: Cache<NameRecord<Id>>;
  idOf(record: Record): Id;
  nameOf(record: Record): Name;
  /** The cache key of a name. */
  keyOf(name: Name): string;
  /** A form in which all spellings of one name are equal. */
  normalize(name: Name): string;
}

export interface NameSources<Id extends string, Record> {
  /** Requests the name from its providers. */
  resolve(
    deadline: Deadline,
    previous: NameRecord<Id> | undefined,
  ): Promise<Loaded<NameRecord<Id>>>;
  /** Gets the record of an id through its cache. */
  recordOf(id: Id, options: GetOptions): Promise<CacheResult<Record>>;
  deadline: Deadline;
}

/**
 * Finds the players of one edition by name. Name and record are cached apart and for different
 * times, so they may contradict each other after a rename: then the older of the two is loaded
 * again, once, so that a name never shows a player who no longer has it.
 */
export function createNameIndex<Id extends string, Name extends string, Record>({
  names,
  idOf,
  nameOf,
  keyOf,
  normalize,
}: NameIndexOptions<Id, Name, Record>) {
  /** Remembers that both were loaded and still differ: one of the two providers lags behind. */
  const settle = async (
    name: Name,
    record: CacheResult<Record>,
    known: NameRecord<Id>,
  ): Promise<CacheResult<Record>> => {
    if (record.value !== null && normalize(nameOf(record.value)) !== normalize(name)) {
      const disputedWith = normalize(nameOf(record.value));
      await names.put(keyOf(name), { ...known, id: idOf(record.value), disputedWith });
    }
    return record;
  };

  return {
    /** Saves the name call for a player whose record was loaded, and drops a former name. */
    async learn(record: Record, previous: Record | undefined): Promise<void> {
      const key = keyOf(nameOf(record));
      await names.put(key, { id: idOf(record) });
      const oldKey = previous === undefined ? key : keyOf(nameOf(previous));
      if (oldKey === key) return;
      const old = await names.peek(oldKey);
      if (old?.value?.id === idOf(record)) await names.delete(oldKey);
    },

    async find(
      name: Name,
      { resolve, recordOf, deadline }: NameSources<Id, Record>,
      options: GetOptions,
    ): Promise<CacheResult<Record>> {
      const key = keyOf(name);
      let entry = await getByDeadline(names, key, { deadline, options, load: resolve });
      if (entry.value === null) return negativeResult(entry);
      let record = await recordOf(entry.value.id, options);
      if (record.value === null) return dependentResult(entry, record);
      const current = normalize(nameOf(record.value));
      if (current === normalize(name) || current === entry.value.disputedWith) {
        return dependentResult(entry, record);
      }
      if (options.onlyIfCached === true) throw new NotCached();

      if (entry.fetchedAt < record.fetchedAt) {
        entry = await names.get(key, (previous) => resolve(deadline, previous), {
          refresh: true,
          trustNegative: true,
        });
        if (entry.failure !== undefined) throw entry.failure;
        if (entry.value === null) return negativeResult(entry);
        if (entry.value.id !== idOf(record.value)) record = await recordOf(entry.value.id, {});
      } else {
        record = await recordOf(entry.value.id, { refresh: true });
        // When this fails, the record is of the right player still, but known to be old.
        if (record.failure !== undefined) record = { ...record, stale: true };
      }
      return dependentResult(entry, await settle(name, record, entry.value));
    },
  };
}
