import { NotCached, type Cache, type CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult, type Loaded } from "../cache/tiers.ts";
import type { Deadline } from "../providers/deadline.ts";
import {
  getRecord,
  loaderOf,
  type Answers,
  type LoadContext,
  type NameRecord,
  type RecordOptions,
} from "./records.ts";

interface NameIndexOptions<Id extends string, Name, Record> {
  names: Cache<NameRecord<Id>>;
  idOf(record: Record): Id;
  nameOf(record: Record): Name;
  /** Says whether these providers are asked for a name. */
  isAsked?: (name: Name) => boolean;
  /** The cache key of a name. */
  keyOf(name: Name): string;
  /** A form in which all spellings of one name are equal. */
  normalize(name: Name): string;
  answers: Answers;
}

/** The result of requesting a name, with the record, if that was loaded to confirm it. */
type RequestedName<Id extends string, Record> = NonNullable<Loaded<NameRecord<Id>>> & {
  record?: CacheResult<Record> | undefined;
};

interface FindByName<Id extends string, Record> {
  /** Requests the name from its providers. */
  load(context: LoadContext<NameRecord<Id>>): Promise<RequestedName<Id, Record> | null>;
  /**
   * Gets the record that a name leads to, through its cache.
   * @param isConfirmed The name was requested only now.
   */
  recordOf(
    named: NameRecord<Id>,
    options: RecordOptions,
    isConfirmed: boolean,
  ): Promise<CacheResult<Record>>;
  /** A player exists if a name leads to the player, whether or not there is a profile. */
  nameSufficesAlone?: boolean;
  deadline: Deadline;
  options: RecordOptions;
}

/** A name, and the record that it leads to: undefined if the name leads nowhere, or before the record is needed. */
interface NamedRecord<Id extends string, Record> {
  entry: CacheResult<NameRecord<Id>>;
  record?: CacheResult<Record> | undefined;
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
  isAsked = () => true,
  keyOf,
  normalize,
  answers,
}: NameIndexOptions<Id, Name, Record>) {
  type Search = FindByName<Id, Record>;
  type Named = NamedRecord<Id, Record>;

  /** Gets a name from its cache, or requests it. */
  const getName = async (name: Name, { load, deadline, options }: Search): Promise<Named> => {
    const { noting, requested } = notingRecord(load);
    const entry = await getRecord(names, keyOf(name), { deadline, options, answers, load: noting });
    return { entry, record: requested.record };
  };

  /** Requests a name although it is cached, and believes that nobody has it any more. */
  const requestName = async (name: Name, { load, deadline, options }: Search): Promise<Named> => {
    const { noting, requested } = notingRecord(load);
    const request = loaderOf({ answers, options, load: noting });
    const entry = await names.get(keyOf(name), (previous) => request(deadline, previous), {
      refresh: true,
      trustNegative: true,
    });
    if (entry.failure !== undefined) throw entry.failure;
    return { entry, record: requested.record };
  };

  const withRecord = async (
    { entry, record }: Named,
    { recordOf, options }: Search,
    isConfirmed = !entry.cached,
  ): Promise<Named> => {
    if (entry.value === null || record !== undefined) return { entry, record };
    return { entry, record: await recordOf(entry.value, options, isConfirmed) };
  };

  /**
   * Finds the player whom a name alone knows. A cached record, or one that another request has loaded, was made
   * without the name.
   */
  const withoutProfile = async (name: Name, { entry: known }: Named, how: Search) => {
    if (how.options.onlyIfCached === true) throw new NotCached();
    const { entry } = known.cached ? await requestName(name, how) : { entry: known };
    if (entry.value === null) return { entry };
    const options = { refresh: true, signed: how.options.signed };
    return { entry, record: await how.recordOf(entry.value, options, true) };
  };

  /** The name in the profile, if it is not the one that was looked up. */
  const otherNameIn = (record: CacheResult<Record> | undefined, name: Name) => {
    const value = record?.value ?? null;
    if (value === null) return undefined;
    const current = normalize(nameOf(value));
    return current === normalize(name) ? undefined : current;
  };

  /** Loads the older one of a name and a record that contradict each other. */
  const reloadOlder = async (name: Name, known: Named, how: Search): Promise<Named> => {
    const { entry, record } = known;
    if (!entry.value || !record?.value) return known;
    const { signed } = how.options;
    if (entry.fetchedAt < record.fetchedAt) {
      const requested = await requestName(name, how);
      const { value } = requested.entry;
      if (value?.id === idOf(record.value)) return { entry: requested.entry, record };
      return withRecord(requested, { ...how, options: { signed } }, true);
    }
    const options = { refresh: true, signed };
    const reloaded = await how.recordOf(entry.value, options, !entry.cached);
    // After a failure, the record is of the right player still, but known to be old.
    const isOld = reloaded.failure !== undefined;
    return { entry, record: isOld ? { ...reloaded, stale: true } : reloaded };
  };

  /** Notes that name and record contradict each other though both were loaded: one of the providers lags behind. */
  const noteDisagreement = async (name: Name, { entry, record }: Named): Promise<void> => {
    const sourcesDisagreeOn = otherNameIn(record, name);
    if (sourcesDisagreeOn === undefined || !entry.value || !record?.value) return;
    await names.put(keyOf(name), { ...entry.value, id: idOf(record.value), sourcesDisagreeOn });
  };

  return {
    /** Saves the name call for a player whose record was loaded, and drops a former name. */
    async learn(record: Record, previous: Record | undefined): Promise<void> {
      const name = nameOf(record);
      const key = keyOf(name);
      if (isAsked(name)) await names.put(key, { id: idOf(record), name });
      const oldKey = previous === undefined ? key : keyOf(nameOf(previous));
      if (oldKey === key) return;
      const old = await names.peek(oldKey);
      if (old?.value?.id === idOf(record)) await names.delete(oldKey);
    },

    async find(name: Name, how: Search): Promise<CacheResult<Record>> {
      let found = await withRecord(await getName(name, how), how);
      if (found.record?.value === null && how.nameSufficesAlone === true) {
        found = await withoutProfile(name, found, how);
      }
      const otherName = otherNameIn(found.record, name);
      if (otherName === undefined || otherName === found.entry.value?.sourcesDisagreeOn) {
        return resultOf(found);
      }
      if (how.options.onlyIfCached === true) throw new NotCached();
      found = await reloadOlder(name, found, how);
      await noteDisagreement(name, found);
      return resultOf(found);
    },
  };
}

/** A load that notes the record which a provider's answer brings along; a load of another request brings none. */
function notingRecord<Id extends string, Record>(load: FindByName<Id, Record>["load"]) {
  const requested: { record?: CacheResult<Record> | undefined } = {};
  const noting: typeof load = async (context) => {
    const found = await load(context);
    requested.record = found?.record;
    return found;
  };
  return { noting, requested };
}

function resultOf<Id extends string, Record>({ entry, record }: NamedRecord<Id, Record>) {
  return record === undefined ? negativeResult(entry) : dependentResult(entry, record);
}
