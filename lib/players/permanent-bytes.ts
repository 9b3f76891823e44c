import { countIn } from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";

/** All processes count the bytes of records that never expire under this key. */
const PERMANENT_KEY = "kept";
/** The bound of these bytes. Once they are used up, new changes expire as well. */
const PERMANENT_BYTES = 24 * 2 ** 20;
/** Records that never expire may grow a little beyond that. */
const ROOM_TO_GROW = 4 / 3;

/** Counts the bytes of all records that never expire, which are bounded. */
export function createPermanentBytes(store: Store, most = PERMANENT_BYTES) {
  /** The count as this process last saw it. */
  let total: number | undefined;

  return {
    /**
     * Gives the bytes that a record takes from now on: 0 if it expires.
     * @param before The bytes that it took until now.
     * @param mayGrow Gives it the room of one that was kept before, since another store may have kept it.
     */
    async bytesFor(bytes: number, before: number, mayGrow = false): Promise<number> {
      total ??= countIn(await store.get(PERMANENT_KEY));
      const bound = before > 0 || mayGrow ? most * ROOM_TO_GROW : most;
      return total - before + bytes <= bound ? bytes : 0;
    },

    /** An addition that fails is missing from then on, which moves the bound a little. */
    async add(bytes: number) {
      const outcome = await store
        .transact([{ add: PERMANENT_KEY, by: bytes }])
        .catch(() => undefined);
      if (outcome?.done) [total] = outcome.sums;
    },
  };
}
