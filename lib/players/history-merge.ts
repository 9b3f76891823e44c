import { updateValue, type Store } from "../cache/stores/store.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import type { FormerNames } from "./former-names.ts";
import {
  FORGOTTEN_MS,
  namesOf,
  readRecord,
  recordKey,
  textOf,
  type HistoryRecord,
} from "./history-record.ts";
import { createKeptBytes } from "./kept-bytes.ts";
import { mergeRecords } from "./merged-records.ts";

export interface HistoryMergeOptions {
  store: Store;
  formerNames: Pick<FormerNames, "note">;
  keptBytes?: number;
  clock?: Clock;
}

export type HistoryMerge = ReturnType<typeof createHistoryMerge>;

/** Adds what another store recorded to the histories of this one, while the service records more. */
export function createHistoryMerge({
  store,
  formerNames,
  keptBytes,
  clock = systemClock,
}: HistoryMergeOptions) {
  const kept = createKeptBytes(store, keptBytes);

  const mergeRecord = async (
    key: string,
    theirs: HistoryRecord,
    until: number,
  ): Promise<HistoryRecord | undefined> => {
    const change = async (text: string | undefined) => {
      const before = readRecord(text);
      const merged = mergeRecords(before, theirs);
      if (text !== undefined && merged === before) return { to: text, record: before, added: 0 };
      const bytes = await kept.bytesFor(merged, before.kept, until === Infinity);
      const now = clock.now();
      const ttlMs = bytes > 0 ? undefined : expiryOf(before, until, now) - now;
      // Nothing was there, and what is theirs has expired meanwhile.
      if (ttlMs !== undefined && ttlMs <= 0) return { to: text, record: undefined, added: 0 };
      const record = { ...merged, kept: bytes };
      return { to: textOf(record), ttlMs, record, added: bytes - before.kept };
    };
    const { record, added } = await updateValue(store, key, change, { clock });
    if (added !== 0) await kept.add(added);
    return record;
  };

  return {
    /**
     * @param until When their record expires; `Infinity` for never, which holds here while there is room.
     */
    async merge(id: JavaUuid | Xuid, theirs: HistoryRecord, until: number): Promise<void> {
      const record = await mergeRecord(recordKey(id), theirs, until);
      if (record === undefined) return;
      const names = namesOf(record);
      // Also when nothing changed: an earlier merge may have been killed in between.
      if (names.length > 1) await formerNames.note(id, names, { isKept: record.kept > 0 });
    },

    /** Whether the record here says everything that theirs does. */
    async holds(id: string, theirs: HistoryRecord): Promise<boolean> {
      const text = await store.get(recordKey(id));
      const known = readRecord(text);
      return text !== undefined && mergeRecords(known, theirs) === known;
    },

    knows: async (id: string) => (await store.get(recordKey(id))) !== undefined,
  };
}

/** Not before either would: the one here expires some time after the last lookup. */
function expiryOf({ observed }: HistoryRecord, until: number, now: number): number {
  const lastLookup = Math.max(0, ...observed.map(({ last_seen = 0 }) => last_seen));
  return Math.min(now + FORGOTTEN_MS, Math.max(until, lastLookup + FORGOTTEN_MS));
}
