import { countIn, type Store } from "../cache/stores/store.ts";
import { hasChanged, sizeOf, type HistoryRecord } from "./history-record.ts";

const KEY = "kept";
/** Most bytes of records that never expire. Once they are used up, new changes expire as well. */
const KEPT_BYTES = 24 * 2 ** 20;
/** Records that are kept already may grow a little beyond that. */
const ROOM_TO_GROW = 4 / 3;

/** Counts the bytes of all records that never expire, which are bounded. */
export function createKeptBytes(store: Store, keptBytes = KEPT_BYTES) {
  /** As this process last saw them. */
  let total: number | undefined;

  return {
    /**
     * How much of what is kept for good a record takes from now on; 0 if it expires.
     * @param before How much it took; a record that another store kept has room to grow, too.
     */
    async bytesFor(record: HistoryRecord, before: number, isKeptElsewhere = false) {
      if (!hasChanged(record)) return 0;
      const bytes = sizeOf(record);
      total ??= countIn(await store.get(KEY));
      const bound = before > 0 || isKeptElsewhere ? keptBytes * ROOM_TO_GROW : keptBytes;
      return total - before + bytes <= bound ? bytes : 0;
    },

    /** An addition that fails is missing from then on, which moves the bound a little. */
    async add(bytes: number) {
      const outcome = await store.transact([{ add: KEY, by: bytes }]).catch(() => undefined);
      if (outcome?.done) [total] = outcome.sums;
    },
  };
}
