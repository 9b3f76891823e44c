import type { StoreHealth } from "../store.ts";
import { EmbeddedStoreError } from "./error.ts";

/** Runs writes in transactions, many in one when they come together. */
export interface Committer {
  /** Resolves to what `work` returned, once its transaction is committed. */
  run<T>(work: () => T, options?: TaskOptions): Promise<T>;
  /** For housekeeping nobody waits for: skipped while writing fails. */
  later(work: () => void): void;
  health(): StoreHealth;
  /** Resolves when everything asked for so far is done. */
  drain(): Promise<void>;
}

export interface TaskOptions {
  /** How much is going to be written. */
  bytes?: number;
  /** To be done at the end of the transaction, once for all tasks that ask for it. */
  last?: () => void;
}

interface Task extends TaskOptions {
  work: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

// A transaction blocks this process and the writers of all others: about a millisecond at most.
const maxTasks = 64;
const maxBytes = 524_288;
/** A full disk stays full for a while; each attempt costs a transaction and a line from LMDB. */
const retryAfterMs = 1_000;

export function createCommitter(transact: <T>(work: () => T) => T, now: () => number): Committer {
  const queue: Task[] = [];
  let scheduled = false;
  let failure: { at: number; error: EmbeddedStoreError } | undefined;

  function schedule(): void {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commit(takeBatch());
      schedule();
    });
  }

  function takeBatch(): Task[] {
    let end = 0;
    for (let bytes = 0; end < queue.length && end < maxTasks && bytes < maxBytes; end += 1) {
      bytes += queue[end]?.bytes ?? 0;
    }
    return queue.splice(0, end);
  }

  function commit(batch: Task[]): void {
    try {
      if (failure !== undefined && isPausing()) throw failure.error;
      const results = transact(() => {
        const returned = batch.map(({ work }) => work());
        for (const last of new Set(batch.map((task) => task.last))) last?.();
        return returned;
      });
      failure = undefined;
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (cause) {
      const error = cause instanceof EmbeddedStoreError ? cause : failed(cause);
      if (!isPausing()) failure = { at: now(), error };
      for (const { reject } of batch) reject(error);
    }
  }

  function isPausing(): boolean {
    return failure !== undefined && Math.abs(now() - failure.at) < retryAfterMs;
  }

  function run<T>(work: () => T, options: TaskOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The result of `work` comes back to the very task that asked for it.
      queue.push({ ...options, work, resolve: (result) => resolve(result as T), reject });
      schedule();
    });
  }

  return {
    run,
    later(work) {
      if (!failure) run(work).catch(() => undefined);
    },
    health: () => (failure ? { ok: false, detail: failure.error.message } : { ok: true }),
    async drain() {
      while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function failed(cause: unknown): EmbeddedStoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedStoreError("failed", `the store could not be written: ${reason}`, { cause });
}
