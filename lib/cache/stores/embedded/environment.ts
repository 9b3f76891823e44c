import { open, type Database, type RootDatabase } from "lmdb";
import { pageBytes } from "./format.ts";
import { openReserve, type Reserve } from "./reserve.ts";

/** What is open of LMDB, until something goes so wrong that it must be opened anew. */
export interface Environment {
  root: RootDatabase<Buffer, Buffer>;
  reserve: Reserve;
  databases: Map<string, Bytes>;
}

export type Bytes = Database<Buffer, Buffer>;

const binary = { encoding: "binary", keyEncoding: "binary" } as const;

/**
 * Opens the two files at `path`, which must be there (see `createFiles`). `mapBytes` is address
 * space, not memory or disk.
 *
 * With `noSync`, a commit is in the page cache and visible to every process when it returns, so that
 * it survives the death of any process, but not a power cut. The alternative, LMDB's default here,
 * flushes the disk after each commit: 2,000 commits a second in place of 40,000, and up to all four
 * threads of libuv's pool waiting for the disk while a host name should be looked up. What a power
 * cut may tear, `prepareFile` finds at the next start.
 */
export function openEnvironment(path: string, mapBytes: number): Environment {
  const reserve = openReserve(path);
  try {
    const root = open<Buffer, Buffer>(path, {
      ...binary,
      noSubdir: true,
      noSync: true,
      overlappingSync: false,
      mapSize: mapBytes,
      pageSize: pageBytes,
      maxDbs: 64,
    });
    return { root, reserve, databases: new Map() };
  } catch (error) {
    reserve.close();
    throw error;
  }
}

/** The database called `name`, if there is one; writes nothing, so a full disk is no obstacle. */
export function openDatabase({ root, databases }: Environment, name: string): Bytes | undefined {
  const options = { ...binary, create: false };
  // The types do not know that there may be none.
  const database: Bytes | undefined = databases.get(name) ?? root.openDB(name, options);
  if (database) databases.set(name, database);
  return database;
}

/** To be called inside a transaction. */
export function createDatabase({ root }: Environment, name: string): void {
  root.openDB<Buffer, Buffer>(name, binary);
}
