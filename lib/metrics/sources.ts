/*
 * What gauges are read from. These are shapes only: whoever has such a thing hands in a function.
 */

/** The budget of one upstream. */
export interface BucketStateLike {
  bucket: string;
  /** Calls that may leave at once. */
  tokens: number;
  /** Calls a second, now and when nothing slows them down. */
  rate: number;
  configuredRate: number;
  /** Calls that wait. */
  waiting: number;
  /** 0 when there is no pause. */
  pausedForSeconds: number;
  /** The store fails: this process gives a small share from memory. */
  storeFails: boolean;
}

/** The breaker before one operation of one upstream. */
export interface BreakerStateLike {
  provider: string;
  operation: string;
  state: "closed" | "half-open" | "open";
}

/** One store. */
export interface StoreStateLike {
  /** What it is for, such as `values`. */
  store: string;
  /** Where it lives: memory, embedded, redis. */
  kind: string;
  ok: boolean;
}

export interface FinishedStateLike {
  entries: number;
  bytes: number;
}

/** Each is asked on every scrape. What is left out has no samples. */
export interface MetricSources {
  budget?: () => readonly BucketStateLike[];
  breakers?: () => readonly BreakerStateLike[];
  stores?: () => readonly StoreStateLike[];
  finished?: () => FinishedStateLike;
}
