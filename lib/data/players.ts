import { z } from "zod";
import { readJson, updateValue, type Scan, type Store } from "../cache/stores/store.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import { createFormerNames } from "../players/former-names.ts";
import { FORGOTTEN_MS } from "../players/history.ts";
import {
  mergeRecords,
  namesOf,
  permanentSizeOf,
  readRecord,
  RECORD_PREFIX,
  recordKey,
  recordSchema,
  textOf,
  type HistoryRecord,
} from "../players/history-record.ts";
import { createPermanentBytes } from "../players/permanent-bytes.ts";
import { expiry, expiryOf, isExpired, playerId, scanned, type Part } from "./part.ts";

export const playerItem = z.object({
  kind: z.literal("player"),
  id: playerId,
  record: recordSchema,
  expires: expiry,
});
export type PlayerItem = z.infer<typeof playerItem>;

export interface PlayersOptions {
  store: Store;
  scan: Scan;
  keptBytes?: number;
  clock?: Clock;
}

/** The histories of players. */
export function playersIn({
  store,
  scan,
  keptBytes,
  clock = systemClock,
}: PlayersOptions): Part<PlayerItem> {
  const formerNames = createFormerNames(store, undefined, { clock });
  const permanent = createPermanentBytes(store, keptBytes);

  /** Gives what is there now; undefined if theirs has expired, and none is. */
  const mergeRecord = async ({ id, record: theirs, expires }: PlayerItem) => {
    const change = async (text: string | undefined) => {
      const before = readRecord(text);
      const merged = mergeRecords(before, theirs);
      if (text !== undefined && merged === before) return { to: text, record: before, added: 0 };
      const size = permanentSizeOf(merged);
      const bytes = size && (await permanent.bytesFor(size, before.kept, expires === null));
      const ttlMs = bytes > 0 ? undefined : ttlOf(before, expires, clock.now());
      if (ttlMs !== undefined && ttlMs <= 0) return { to: text, record: undefined, added: 0 };
      const record = { ...merged, kept: bytes };
      return { to: textOf(record), ttlMs, record, added: bytes - before.kept };
    };
    const { record, added } = await updateValue(store, recordKey(id), change, { clock });
    if (added !== 0) await permanent.add(added);
    return record;
  };

  return {
    ...scanned(scan, RECORD_PREFIX, (id, stored) => {
      const record = readJson(recordSchema, stored.value);
      if (record === undefined || !playerId.safeParse(id).success) return undefined;
      // What it takes of the bytes that are kept is another matter in another store.
      return { kind: "player", id, record: { ...record, kept: 0 }, expires: expiryOf(stored) };
    }),

    async merge(item) {
      const record = await mergeRecord(item);
      if (record === undefined) return;
      const names = namesOf(record);
      // Also when nothing changed: an earlier merge may have been killed in between.
      if (names.length > 1) {
        await formerNames.note(item.id as JavaUuid | Xuid, names, { isKept: record.kept > 0 });
      }
    },

    async holds({ id, record, expires }) {
      if (isExpired(expires, clock.now())) return true;
      const text = await store.get(recordKey(id));
      const known = readRecord(text);
      return text !== undefined && mergeRecords(known, record) === known;
    },
  };
}

/** Not before either would: the one here expires some time after the last lookup. */
function ttlOf({ observed }: HistoryRecord, expires: number | null, now: number): number {
  const lastLookup = Math.max(0, ...observed.map(({ last_seen = 0 }) => last_seen));
  return Math.min(FORGOTTEN_MS, Math.max(expires ?? Infinity, lastLookup + FORGOTTEN_MS) - now);
}
