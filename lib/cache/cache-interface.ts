import type { Answer, Lifetimes } from "./answers.ts";
import type { Leases } from "./leases.ts";
import type { Store } from "./stores/store.ts";

/** What a load gives: a value, or null when the authority said there is none. */
export type Loaded<Value> = {
  value: Value;
  /** For a value that is only half known: ask again sooner. */
  freshMs?: number;
} | null;

export type Load<Value> = (previous: Value | undefined) => Promise<Loaded<Value>>;

export interface GetOptions {
  /** Skips the fresh value, the missing memory and the failure memory. */
  refresh?: boolean;
  /** Something else already says that the old value is gone: one "missing" is enough. */
  doubted?: boolean;
  /** Nothing is loaded: what is not kept, or not fresh, rejects with `NotKept`. */
  onlyKept?: boolean;
  /** How much longer to wait for a load while something stale could be served. */
  patience?: { remainingMs(): number };
}

export interface CacheOptions {
  /** Keys live under this; ends in a version, so that a new shape never meets old values. */
  name: string;
  /** Where values live. */
  store: Store;
  /** Where "there is none" lives: apart and bounded apart, so a flood of it evicts no value. */
  missing: Store;
  lifetimes: Lifetimes;
  /** Whether what a store gives back can be the value of a key; what cannot is forgotten. */
  isValue?: (key: string, value: unknown) => boolean;
  /** Sees to it that a value is loaded by one process at a time. */
  leases?: Leases;
  /** Told when a value changes before its time: by a refresh, or learned on the way. */
  onChange?: (subject: string) => void;
  now?: () => number;
  random?: () => number;
}

export interface Cache<Value> {
  /**
   * The value of a key: fresh, or loaded now (once for all who ask at the same time), or stale
   * when loading fails or takes too long. Rejects with what `load` threw when there is nothing
   * true to say.
   */
  get(
    key: string,
    load: Load<Value>,
    options?: GetOptions,
    /**
     * Loads while nobody waits. When it is given, a value that is asked for often is loaded anew
     * shortly before its time is over, so that nobody has to wait for it then.
     */
    loadBehind?: Load<Value>,
  ): Promise<Answer<Value>>;
  /** Remembers a value that was learned on the way. */
  put(key: string, value: Value): Promise<void>;
  /** The value as it is kept, fresh or stale, without loading. */
  peek(key: string): Promise<Answer<Value> | undefined>;
  delete(key: string): Promise<void>;
}
