/**
 * Strings by key, for a time. This is all that the rest of the service knows about storage; memory,
 * SQLite and Redis stores answer alike, and `testStore` (conformance.ts) is what "alike" means.
 *
 * Keys and values are any well-formed Unicode, the empty string included (half a surrogate pair may
 * come back as U+FFFD). A value is at most `maxValueBytes` long. Every method rejects when the store
 * fails; a failure is never answered with "absent".
 */
export interface Store {
  readonly kind: "memory" | "embedded" | "redis";
  get(key: string): Promise<string | undefined>;
  /** Without `ttlMs` the value never expires. */
  set(key: string, value: string, options?: WriteOptions): Promise<void>;
  /** True when there was something to delete. */
  delete(key: string): Promise<boolean>;
  /**
   * Runs all checks, then all writes, as one: a part of it is never seen, and nothing is written
   * unless every check holds. On Redis this is one command.
   */
  transact(steps: readonly Step[]): Promise<Outcome>;
  /** Milliseconds left; `undefined` when the key is absent, `Infinity` when it never expires. */
  timeToLive(key: string): Promise<number | undefined>;
  health(): StoreHealth;
  /** Every later call rejects. */
  close(): Promise<void>;
}

export interface WriteOptions {
  /** Milliseconds until the value is gone: positive, rounded up to whole ones. Default: never. */
  ttlMs?: number;
}

/** One part of a transaction. `undefined` means absent: to be checked for, or to be deleted. */
export type Step =
  | { check: string; is: string | undefined }
  | { check: string; startsWith: string }
  | ({ set: string; to: string | undefined } & WriteOptions)
  /**
   * Adds to an integer; absent counts as 0. An existing expiry is kept: `ttlMs` counts only when this
   * creates the key. Rejects with a NotCountableError when the value is no integer.
   */
  | ({ add: string; by: number } & WriteOptions);

export type Outcome =
  /** Every check held and everything was written; `sums` are those of the `add` steps, in order. */
  | { done: true; sums: number[] }
  /** The first check that did not hold found this, and nothing was written. */
  | { done: false; found: string | undefined };

export interface StoreHealth {
  ok: boolean;
  /** What is wrong, in a sentence for the log. */
  detail?: string;
}

/** Upstash's own limit for one request, so that what fits here fits everywhere. */
export const maxValueBytes = 1_048_576;

/** A store that can change several things at once. */
export type Transactional = Pick<Store, "transact">;

/** Writes `next` only while the current value is exactly `expected`; true when it was written. */
export async function compareAndSet(
  store: Transactional,
  key: string,
  expected: string | undefined,
  next: string | undefined,
  options: WriteOptions = {},
): Promise<boolean> {
  const steps = [
    { check: key, is: expected },
    { set: key, to: next, ...options },
  ];
  return (await store.transact(steps)).done;
}

/** Adds `by` to an integer and gives the sum; see the `add` step. */
export async function increment(
  store: Transactional,
  key: string,
  by: number,
  options: WriteOptions = {},
): Promise<number> {
  const outcome = await store.transact([{ add: key, by, ...options }]);
  return outcome.done ? (outcome.sums[0] ?? 0) : 0;
}

/** A counter from its text; anything else counts as 0. */
export function countIn(text: string | undefined): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Messages without content, from any process on a store to all of them. */
export interface Channel {
  /** `onMessage` is called for every message, and once after some may have been missed. */
  listen(onMessage: () => void): void;
  /** Whether messages are being received now. */
  isListening(): boolean;
  send(): Promise<unknown>;
}
