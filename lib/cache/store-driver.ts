import { BaseDriver } from "bentocache/drivers/base_driver";
import type { L2CacheDriver } from "bentocache/types";
import type { Store } from "./stores/store.ts";

/** Lets bentocache keep its second layer in one of our stores. */
class StoreDriver extends BaseDriver implements L2CacheDriver {
  readonly type = "l2" as const;
  readonly #store: Store;
  readonly #isEntry: EntryCheck;

  constructor(store: Store, isEntry: EntryCheck, prefix?: string) {
    super(prefix === undefined ? {} : { prefix });
    this.#store = store;
    this.#isEntry = isEntry;
  }

  namespace(name: string) {
    return new StoreDriver(this.#store, this.#isEntry, this.createNamespacePrefix(name));
  }

  /** What somebody else wrote, or nobody in their right mind, is deleted and not there. */
  async get(key: string) {
    const text = await this.#store.get(this.getItemKey(key));
    if (text === undefined || this.#isEntry(key, text)) return text;
    await this.#store.delete(this.getItemKey(key));
    return undefined;
  }

  async pull(key: string) {
    const value = await this.get(key);
    await this.delete(key);
    return value;
  }

  async set(key: string, value: string, ttlMs?: number) {
    await this.#store.set(this.getItemKey(key), value, ttlMs === undefined ? {} : { ttlMs });
    return true;
  }

  delete(key: string) {
    return this.#store.delete(this.getItemKey(key));
  }

  async deleteMany(keys: string[]) {
    await Promise.all(keys.map((key) => this.delete(key)));
    return true;
  }

  clear(): Promise<void> {
    throw new Error("A store is shared: it is not cleared through one cache.");
  }

  /** The store belongs to whoever opened it. */
  async disconnect() {}
}

/** Whether a text can be what was kept under a key. */
export type EntryCheck = (key: string, text: string) => boolean;

/** A bentocache driver over `store`, its keys under `prefix:`. */
export function storeDriver(store: Store, prefix: string, isEntry: EntryCheck) {
  return { options: { prefix }, factory: () => new StoreDriver(store, isEntry, prefix) };
}
