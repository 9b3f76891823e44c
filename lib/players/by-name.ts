import { NotKept, type Answer, type Cache, type GetOptions } from "../cache/cache.ts";
import { missingAnswer, reachedThrough } from "./answers.ts";
import type { NameRecord } from "./records.ts";

/** How one edition finds a player by name. */
export interface NameDirectory<Id, Record> {
  names: Cache<NameRecord<Id>>;
  /** Asks the name providers. */
  resolve(): Promise<Id | null>;
  /** Gets the record of an id through its cache. */
  recordOf(id: Id, options: GetOptions): Promise<Answer<Record>>;
  idOf(record: Record): Id;
  /** The name in a record, in a form in which the spellings of one name are equal. */
  nameOf(record: Record): string;
  /** The name that was asked for, in the same form. */
  asked: string;
}

/**
 * Finds a player by name. Name and record are cached apart and for different times, so they may
 * contradict each other after a rename: then the older of the two is asked again, at once and
 * once, so that a name never shows a player who no longer has it.
 */
export async function byName<Id, Record>(
  key: string,
  directory: NameDirectory<Id, Record>,
  options: GetOptions,
): Promise<Answer<Record>> {
  const { names, recordOf } = directory;
  const load = async () => {
    const id = await directory.resolve();
    return id === null ? null : { value: { id } };
  };

  let name = await names.get(key, load, options);
  if (name.value === null) return missingAnswer(name);
  let record = await recordOf(name.value.id, options);
  if (record.value === null || agrees(directory, name.value, record.value)) {
    return reachedThrough(name, record);
  }
  if (options.onlyKept === true) throw new NotKept();

  if (name.fetchedAt < record.fetchedAt) {
    name = await names.get(key, load, { refresh: true, doubted: true });
    if (name.failure !== undefined) throw name.failure;
    if (name.value === null) return missingAnswer(name);
    if (name.value.id === directory.idOf(record.value)) {
      return reachedThrough(name, await settle(key, directory, record));
    }
    record = await recordOf(name.value.id, {});
  } else {
    record = await recordOf(name.value.id, { refresh: true });
    // When this fails, the record still is about the right player, but known to be old.
    if (record.failure !== undefined) record = { ...record, stale: true };
  }
  return reachedThrough(name, await settle(key, directory, record));
}

/** Remembers that both were asked and still differ: a name service lags behind, or leads. */
async function settle<Id, Record>(
  key: string,
  { names, asked, nameOf, idOf }: NameDirectory<Id, Record>,
  record: Answer<Record>,
): Promise<Answer<Record>> {
  if (record.value !== null && nameOf(record.value) !== asked) {
    await names.put(key, { id: idOf(record.value), disputedWith: nameOf(record.value) });
  }
  return record;
}

function agrees<Id, Record>(
  { asked, nameOf }: NameDirectory<Id, Record>,
  name: NameRecord<Id>,
  record: Record,
): boolean {
  return nameOf(record) === asked || nameOf(record) === name.disputedWith;
}
