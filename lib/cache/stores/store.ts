/**
 * Strings by key, for a time. This is all that the rest of the service knows about storage; memory,
 * embedded and Redis stores answer alike, and `testStore` (conformance.ts) is what "alike" means.
 *
 * Keys and values are any well-formed Unicode, the empty string included (half a surrogate pair may
 * come back as U+FFFD, as it does from Redis). A value is at most `maxValueBytes` long.
 */
export interface Store {
  readonly kind: "memory" | "embedded" | "redis";
  get(key: string): Promise<string | undefined>;
  /** Resolves once the value survives a `kill -9` of this process. Without `ttlMs` it never expires. */
  set(key: string, value: string, options?: WriteOptions): Promise<void>;
  /** True when there was something to delete. */
  delete(key: string): Promise<boolean>;
  /**
   * Writes `next` only while the current value is exactly `expected`; true when it was written.
   * `undefined` means absent on both sides, so a `next` of `undefined` deletes.
   */
  compareAndSet(
    key: string,
    expected: string | undefined,
    next: string | undefined,
    options?: WriteOptions,
  ): Promise<boolean>;
  /**
   * Adds `by` to an integer (absent counts as 0) and returns the sum. An existing expiry is kept;
   * `ttlMs` counts only when this call creates the key. Rejects when the value is not an integer.
   */
  increment(key: string, by: number, options?: WriteOptions): Promise<number>;
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

export interface StoreHealth {
  ok: boolean;
  /** What is wrong, in a sentence for the log. */
  detail?: string;
}

/** Upstash's own limit for one request, so that what fits here fits everywhere. */
export const maxValueBytes = 1_048_576;

/** A counter as it is kept; what is none counts as 0. */
export function countIn(text: string | undefined): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
