import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readJson, updateValue, type Scan, type Store } from "../cache/stores/store.ts";
import {
  byLastSeen,
  changeTo,
  FORGOTTEN_MS,
  FORMER_PREFIX,
  formerEntries,
  MOST_PLAYERS,
  readEntries,
  type FormerEntry,
} from "../players/former-names.ts";
import { recordKey } from "../players/history-record.ts";
import { expiry, expiryOf, isExpired, scanned, shortText, type Part } from "./part.ts";

export const formerNameItem = z.object({
  kind: z.literal("formerName"),
  key: shortText,
  players: formerEntries,
  expires: expiry,
});

/** Who had a name. Whoever has a record here is noted along with that. */
export function formerNamesIn(store: Store, scan: Scan): Part<z.infer<typeof formerNameItem>> {
  const withoutRecord = async (players: readonly FormerEntry[]) => {
    const records = await Promise.all(players.map(({ id }) => store.get(recordKey(id))));
    return players.filter((_, index) => records[index] === undefined);
  };

  return {
    ...scanned(scan, FORMER_PREFIX, (key, stored) => {
      const players = readJson(formerEntries, stored.value);
      return players && { kind: "formerName", key, players, expires: expiryOf(stored) };
    }),

    async merge({ key, players, expires }) {
      const theirs = await withoutRecord(players);
      const leftMs = expires === null ? undefined : Math.min(FORGOTTEN_MS, expires - Date.now());
      if (theirs.length === 0 || (leftMs !== undefined && leftMs <= 0)) return;
      await updateValue(store, FORMER_PREFIX + key, (text) => {
        const known = readEntries(text);
        const merged = mergeEntries(known, theirs);
        if (areAmong(known, merged)) return { to: text };
        const isNew = text === undefined && leftMs !== undefined;
        return { ...changeTo(merged), ...(isNew && { ttlMs: leftMs }) };
      });
    },

    async holds({ key, players, expires }) {
      if (isExpired(expires, Date.now())) return true;
      const known = readEntries(await store.get(FORMER_PREFIX + key));
      return areAmong(known, mergeEntries(known, await withoutRecord(players)));
    },
  };
}

/** Of each player what was seen last, in any order of the two. */
function mergeEntries(known: readonly FormerEntry[], theirs: readonly FormerEntry[]) {
  const merged = new Map<string, FormerEntry>();
  for (const entry of [...known, ...theirs].toSorted(inOrder)) {
    if (!merged.has(entry.id)) merged.set(entry.id, entry);
  }
  return [...merged.values()].slice(0, MOST_PLAYERS);
}

/** Players who were seen at the same moment may come in another order. */
function areAmong(known: readonly FormerEntry[], entries: readonly FormerEntry[]): boolean {
  return entries.every((entry) => known.some((other) => isDeepStrictEqual(other, entry)));
}

function inOrder(one: FormerEntry, other: FormerEntry): number {
  const texts = [JSON.stringify(one), JSON.stringify(other)] as const;
  return byLastSeen(one, other) || (texts[0] < texts[1] ? -1 : Number(texts[0] !== texts[1]));
}
