/**
 * A store keeps strings by key, for a time. This is all that the rest of the service knows about storage; memory,
 * SQLite and Redis stores behave alike, and `testStore` (conformance.fixture.ts) is what "alike" means.
 *
 * Keys and values are any well-formed Unicode, the empty string included (half a surrogate pair may
 * come back as U+FFFD). A value is at most `maxValueBytes` long. Every method rejects when the store
 * fails; a failure is never taken for "absent".
 */
export interface Store {
  readonly kind: "memory" | "embedded" | "redis";
  get(key: string): Promise<string | undefined>;
  /** Without `ttlMs` the value never expires. */
  set(key: string, value: string, options?: WriteOptions): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Runs all checks, then all writes, as one: a part of it is never seen, and nothing is written
   * unless every check holds. On Redis this is one command, for which a Redis Cluster needs all keys on one
   * node: so they have to be one key and those `beside` it.
   */
  transact(steps: readonly Step[]): Promise<Outcome>;
  /** A step of one key in Lua, on the clock of the store. Only stores that run scripts themselves have it. */
  script?<Result>(lua: string): (key: string, values: string[]) => Promise<Result>;
  /** Tells whether it works, as far as its last use shows. */
  health(): { ok: boolean };
}

export interface WriteOptions {
  /** Milliseconds until the value is gone: positive, rounded up to whole ones. Default: never. */
  ttlMs?: number | undefined;
}

/** One part of a transaction. `undefined` means absent: to be checked for, or to be deleted. */
export type Step =
  | { check: string; is: string | undefined }
  | { check: string; startsWith: string }
  | ({ set: string; to: string | undefined } & WriteOptions)
  /**
   * Adds to an integer; absent counts as 0, and an existing expiry is kept. Rejects with a
   * NotCountableError when the value is no integer.
   */
  | { add: string; by: number };

/**
 * A key that is stored beside another one, so that one transaction may touch both: a Redis Cluster puts a key on the
 * node of what is in braces. `key` itself contains no braces. A tag for many keys would put all of them on one node.
 */
export const beside = (key: string, name: string) => `${name}@{${key}}`;

export type Outcome =
  /** Every check held and everything was written; `sums` are those of the `add` steps, in order. */
  | { done: true; sums: number[] }
  /** The first check that did not hold found this, and nothing was written. */
  | { done: false; found: string | undefined };

/** It is Upstash's own limit for one request, so that a value that fits here fits everywhere. */
export const maxValueBytes = 1_048_576;

/** Thrown when a value is no counter, or would become too large. It is the caller's mistake, not a failure of the store. */
export class NotCountableError extends TypeError {
  override readonly name = "NotCountableError";

  constructor(reason: "text" | "range") {
    super(
      reason === "text"
        ? "the value to increment is not an integer"
        : "the counter would leave the safe range",
    );
  }
}

/**
 * When a value written at `now` expires: epoch milliseconds, `Infinity` for never.
 * Throws RangeError for a `ttlMs` that is not a positive number.
 */
export function expiryOf(now: number, { ttlMs = Infinity }: WriteOptions = {}): number {
  if (!(ttlMs > 0)) throw new RangeError(`ttlMs must be a positive number, not ${ttlMs}`);
  return now + Math.ceil(ttlMs);
}

/** Throws RangeError for a step that no store takes, before anything is written. */
export function checkStep(step: Step): void {
  if ("add" in step && !Number.isSafeInteger(step.by)) {
    throw new RangeError(`cannot add ${step.by} to a counter`);
  }
  if (!("set" in step)) return;
  expiryOf(0, step);
  const { to = "" } = step;
  // One UTF-16 unit is at most three bytes of UTF-8: short values need no counting.
  const bytes = to.length * 3 > maxValueBytes ? Buffer.byteLength(to) : 0;
  if (bytes > maxValueBytes) {
    throw new RangeError(`a value of ${bytes} bytes is longer than the ${maxValueBytes} allowed`);
  }
}

/** A value in a store, with its key. */
export interface Stored {
  key: string;
  value: string;
  /** Epoch milliseconds, `Infinity` for never. */
  expiresAt: number;
}

/** All keys of a store that begin with a prefix, while others write to it. It finds every key that nobody changes meanwhile. */
export interface Scan {
  /** The keys and what they hold, some at a time. */
  read(prefix: string): AsyncIterable<Stored[]>;
  /** How many there are. One that changes meanwhile may be counted twice or not at all. */
  count(prefix: string): Promise<number>;
}

/** Messages without content, from any process on a store to all of them. */
export interface Channel {
  /** `onMessage` is called for every message, and once after some may have been missed. */
  listen(onMessage: () => void): void;
  /** Tells whether messages are being received now. */
  isListening(): boolean;
  send(): Promise<unknown>;
}
