import { createDatabase, openDatabase, openEnvironment } from "./environment.ts";
import type { Bytes, Environment } from "./environment.ts";

/** One LMDB environment with its named trees of bytes. */
export interface Connection {
  /** Runs `work` in one write transaction and commits it; whatever throws undoes all of it. */
  transact<T>(work: () => T): T;
  tree(name: string): Tree;
  /** Frees the snapshots that dead processes still hold, so that their pages can be used again. */
  forgetDeadReaders(): void;
  close(): Promise<void>;
}

/** Reads see the last commit of any process, or, inside `transact`, its own writes. */
export interface Tree {
  /** The bytes are only good until the next read. */
  get(key: Buffer): Buffer | undefined;
  put(key: Buffer, value: Buffer): void;
  /** As `put`, for a key that sorts after all others: the pages get filled, not split in halves. */
  append(key: Buffer, value: Buffer): void;
  remove(key: Buffer): boolean;
  first(limit: number): { key: Buffer; value: Buffer }[];
}

class Outdated extends Error {
  override message = "the store is behind its file";
}

/** Opens the LMDB file at `path`; the rest is in `openEnvironment`. */
export function connect(path: string, mapBytes: number): Connection {
  const names = new Set<string>();
  let environment: Environment | undefined;
  let holdsSnapshot = false;

  function use(): Environment {
    if (!environment) {
      environment = openEnvironment(path, mapBytes);
      for (const name of names) addDatabase(name);
    }
    return environment;
  }

  function database(name: string): Bytes {
    const found = use().databases.get(name);
    if (!found) throw new Error(`database ${name} is gone`);
    return found;
  }

  function addDatabase(name: string): void {
    names.add(name);
    if (openDatabase(use(), name)) return;
    transact((current) => createDatabase(current, name));
    openDatabase(use(), name);
  }

  /**
   * Never one of LMDB's asynchronous transactions: those hold the lock of all processes until this
   * one's event loop comes round, and a failed begin there never lets go of it.
   *
   * LMDB as it is in the lmdb package has a hole: a process that opens the file sets the number of
   * the last transaction, which all share, to what it read a moment before. What was committed in
   * between would be lost to the next writer. So each writer compares that number, under the lock,
   * with the file; to open anew is what puts it right.
   */
  function transact<T>(work: (environment: Environment) => T): T {
    for (let attempt = 1; ; attempt += 1) {
      const { root, reserve } = use();
      try {
        return root.transactionSync(() => {
          if (root.getWriteTxnId() !== reserve.ensure() + 1) throw new Outdated();
          return work(use());
        });
      } catch (error) {
        if (!(error instanceof Outdated) || attempt === 3) {
          recover();
          throw error;
        }
        close().catch(() => undefined);
      }
    }
  }

  async function close(): Promise<void> {
    const closing = environment;
    environment = undefined;
    closing?.reserve.close();
    await closing?.root.close();
  }

  /** When not even a header could be written, LMDB refuses all work, reads too, from then on. */
  function recover(): void {
    try {
      environment?.root.doesExist(Buffer.of(0));
    } catch {
      close().catch(() => undefined);
    }
  }

  /**
   * A snapshot keeps its pages from being used again. LMDB would let go of it in the next turn of the
   * event loop, which a process that hangs never reaches, while the others' file grows without end.
   */
  function releaseSnapshotSoon(): void {
    if (holdsSnapshot) return;
    holdsSnapshot = true;
    queueMicrotask(() => {
      holdsSnapshot = false;
      environment?.root.resetReadTxn();
    });
  }

  return {
    transact: (work) => transact(() => work()),
    tree(name) {
      addDatabase(name);
      return {
        get(key) {
          releaseSnapshotSoon();
          const bytes = database(name).getBinaryFast(key);
          // The buffer is LMDB's own, 16 MB long; only its `length` tells how much is ours.
          return bytes?.subarray(0, bytes.length);
        },
        put: (key, value) => database(name).putSync(key, value),
        append: (key, value) => database(name).putSync(key, value, { append: true }),
        remove: (key) => database(name).removeSync(key),
        first: (limit) => [...database(name).getRange({ limit })],
      };
    },
    forgetDeadReaders: () => void environment?.root.readerCheck(),
    close,
  };
}
