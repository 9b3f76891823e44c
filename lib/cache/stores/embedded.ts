import { existsSync, mkdirSync } from "node:fs";
import { open as openFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createCommitter } from "./embedded/committer.ts";
import { connect, type Connection } from "./embedded/connection.ts";
import { createFiles } from "./embedded/create.ts";
import { EmbeddedStoreError } from "./embedded/error.ts";
import { explain, prepareFile, type StoreLogger } from "./embedded/file.ts";
import { schemaKey } from "./embedded/inspect.ts";
import { withLock } from "./embedded/lock.ts";
import { createEmbeddedStore } from "./embedded/store.ts";
import { aboutTree, openTable, type Table } from "./embedded/table.ts";
import { leaveNote } from "./embedded/trust.ts";
import type { Store } from "./store.ts";

export { EmbeddedStoreError } from "./embedded/error.ts";

export interface EmbeddedOptions {
  /**
   * Created when missing. On a local disk: the processes of one machine may share it, those of two
   * containers may not, since LMDB tells processes apart by their numbers.
   */
  directory: string;
  /** Bound on all stores together that have one. Their part of the file takes up to two and a half times as much. */
  maxBytes: number;
  /** Epoch milliseconds. */
  now?: () => number;
  logger?: StoreLogger;
}

export interface Embedded {
  /**
   * The store called `name`, with a bound of its own: a flood in one never evicts from another. With
   * a bound of `Infinity` nothing is ever evicted; what has expired is still removed.
   */
  store(name: string, options: { maxBytes: number }): Store;
  close(): Promise<void>;
}

/** Version of what is inside the rows; a file with another one is not read. */
const schema = 1;

/** Dead readers are looked for once in so many transactions: only those make the file grow. */
const sweepEvery = 1_000;

/**
 * Opens the one LMDB file in `directory`. A damaged file is moved aside and replaced by an empty one;
 * throws `EmbeddedStoreError` when there is no way to have a file there, or it is not ours to touch.
 */
export function openEmbedded({
  directory,
  maxBytes,
  now = Date.now,
  logger,
}: EmbeddedOptions): Embedded {
  const path = join(directory, "store.mdb");
  const connection = openConnection(path, { directory, maxBytes, now, ...(logger && { logger }) });
  let transactions = 0;
  let closing: Promise<void> | undefined;
  const committer = createCommitter((work) => {
    if ((transactions += 1) % sweepEvery === 0) connection.forgetDeadReaders();
    return connection.transact(work);
  }, now);
  const stores = new Map<string, { store: Store; maxBytes: number }>();

  function openStore(name: string, options: { maxBytes: number }): Store {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      throw new EmbeddedStoreError("misused", `'${name}' is no name for a store`);
    }
    const known = stores.get(name);
    if (known?.maxBytes === options.maxBytes) return known.store;
    const bounded = [...stores.values(), options].filter((one) => one.maxBytes !== Infinity);
    const bytes = bounded.reduce((sum, one) => sum + one.maxBytes, 0);
    if (known || !(options.maxBytes > 0) || bytes > maxBytes) {
      throw new EmbeddedStoreError(
        "misused",
        `store '${name}' cannot have ${options.maxBytes} bytes`,
      );
    }
    const store = createEmbeddedStore(createTable(name, options.maxBytes), committer, {
      maxBytes: options.maxBytes,
      now,
    });
    stores.set(name, { store, maxBytes: options.maxBytes });
    return store;
  }

  function createTable(name: string, bytes: number): Table {
    try {
      return openTable(connection, name, bytes);
    } catch (error) {
      throw explain(error, directory);
    }
  }

  async function close(): Promise<void> {
    await Promise.all([...stores.values()].map(({ store }) => store.close()));
    await committer.drain();
    await flush(path);
    await connection.close();
    leaveNote(path);
  }

  return {
    store: openStore,
    close: () => (closing ??= close()),
  };
}

function openConnection(
  path: string,
  { directory, maxBytes, ...options }: EmbeddedOptions & { now: () => number },
): Connection {
  try {
    makeDirectory(directory);
    return withLock(`${path}-opening`, () => {
      prepareFile(path, { schema, ...options });
      createFiles(path);
      // Address space for the file at its largest; LMDB maps anew if it must go beyond.
      const connection = connect(path, Math.ceil(maxBytes / 2 ** 20) * 2 ** 22);
      try {
        signSchema(connection);
      } catch (error) {
        connection.close().catch(() => undefined);
        throw error;
      }
      return connection;
    });
  } catch (error) {
    throw explain(error, directory);
  }
}

function signSchema(connection: Connection): void {
  const about = connection.tree(aboutTree);
  if (about.get(schemaKey)) return;
  connection.transact(() => about.put(schemaKey, Buffer.from(String(schema))));
}

/** To the disk itself, so that a power cut after an orderly end finds everything in place. */
async function flush(path: string): Promise<void> {
  try {
    const file = await openFile(path, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch {
    // A cache that could not be flushed is still a cache.
  }
}

/** With its parents, one by one: Node's own way never ends where nothing can be made, as in /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory, { recursive: false });
}
