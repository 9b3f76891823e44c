import { LRUCache } from "lru-cache";
import { countIn, updateValue } from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";
import { isoTime, MOST_BEHIND_MS } from "../time/stored-time.ts";
import { sleep, systemClock, type Clock } from "../time/clock.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import type { JavaHistory, NameHistoryEntry } from "../contract/profile.ts";
import type { Deadline } from "../providers/deadline.ts";
import type { Laby } from "../providers/laby.ts";
import type { FormerNames } from "./former-names.ts";
import {
  expiringMs,
  mergeRecords,
  MOST_NAMES,
  namesOf,
  permanentSizeOf,
  readRecord,
  recordKey,
  textOf,
  untilNow,
  withObservation,
  type HistoryRecord,
  type Observation,
  type SeenTexture,
} from "./history-record.ts";

/** Longest that a response waits for laby.net. */
const REPORTED_WAIT_MS = 300;
/** The bound of records in memory: the next change of one of them is a single command. */
const RECORDS_BYTES = 2 ** 20;
/** The memory of a record besides its text. */
const HELD_BYTES = 200;

/** A player's past, as `/api/history` shows it. */
export type SeenHistory = Pick<JavaHistory, "observed" | "names" | "skins" | "capes">;

export type History = ReturnType<typeof createHistory>;

export interface HistoryOptions {
  store: Store;
  laby?: Laby | undefined;
  formerNames: Pick<FormerNames, "note">;
  /** Says whether the past of a player may be recorded and shown. */
  isObserved?: (id: string) => Promise<boolean>;
  /** Bytes of records that may be kept for good. */
  keptBytes?: number | undefined;
  /** The bound of records in memory. */
  recordsBytes?: number;
  clock?: Clock;
  random?: () => number;
}

/**
 * The past of players: no provider has it, so this service records the names, skins and capes that
 * it sees, textures as hashes. A record expires until it holds something that was there before and
 * is gone, which nobody could tell us again; from then on it is kept, while there is room.
 */
export function createHistory({
  store,
  laby,
  formerNames,
  isObserved = async () => true,
  keptBytes,
  recordsBytes = RECORDS_BYTES,
  clock = systemClock,
  random = Math.random,
}: HistoryOptions) {
  const texts = new LRUCache<string, string>({
    maxSize: recordsBytes,
    sizeCalculation: (text, key) => text.length + key.length + HELD_BYTES,
  });
  const permanent = createPermanentBytes(store, keptBytes);
  let newPlayers = 0;

  /** Changes the record of a player; undefined when it is one that has expired by now. */
  const change = async (
    id: JavaUuid | Xuid,
    edit: (record: HistoryRecord) => HistoryRecord,
    isMerge = false,
  ): Promise<HistoryRecord | undefined> => {
    const key = recordKey(id);
    const write = async (text: string | undefined) => {
      const now = clock.now();
      const before = untilNow(readRecord(text), now + MOST_BEHIND_MS);
      const isNew = text === undefined;
      const edited = edit(before);
      if (edited === before && !isNew) return { to: text, before, after: before };
      const size = permanentSizeOf(edited);
      const kept = size === 0 ? 0 : await permanent.bytesFor(size, before.kept, isMerge);
      const after = { ...edited, kept };
      const ttlMs = kept > 0 ? undefined : expiringMs(after, now);
      if (ttlMs !== undefined && ttlMs <= 0) return { to: text, before, after: undefined };
      return { to: textOf(after), ttlMs, before, after, isNew };
    };
    const options = { seen: texts.get(key), clock, random };
    const { to, before, after, isNew = false } = await updateValue(store, key, write, options);
    if (to === undefined || after === undefined) return undefined;
    texts.set(key, to);
    if (isNew) newPlayers += 1;
    const added = after.kept - before.kept;
    if (added !== 0) await permanent.add(added);
    const isKept = after.kept > 0;
    const isNoted = isKept === before.kept > 0 && !hasNewFormerName(before, after);
    // A killed merge may have written the record without noting its former names.
    const isNotedAgain = isMerge && namesOf(after).length > 1;
    if (!isNoted || isNotedAgain) await formerNames.note(id, namesOf(after), { isKept });
    return after;
  };

  return {
    /** Records what a player is called and wears; returns all known names, oldest first. */
    async observe(id: JavaUuid | Xuid, observation: Observation): Promise<NameHistoryEntry[]> {
      if (!(await isObserved(id))) return [{ name: observation.name, changed_at: null }];
      try {
        const now = clock.now();
        const record = await change(id, (known) => withObservation(known, observation, now));
        if (record !== undefined) return publicNames(untilNow(record, now));
      } catch {
        // A failing store must not keep a player from being found.
      }
      return [{ name: observation.name, changed_at: null }];
    },

    /**
     * Adds what another store knows of a player, so that nothing of either is lost. The second time changes nothing.
     * False if it all has expired by now.
     */
    async merge(id: JavaUuid | Xuid, theirs: HistoryRecord): Promise<boolean> {
      return (await change(id, (known) => mergeRecords(known, theirs), true)) !== undefined;
    },

    /** Drops what is in memory, after another process has removed a player from the store. */
    clearMemory: () => texts.clear(),

    /** Loads the names that laby.net observed; resolves when they are recorded, or after 300 ms. */
    async reported(uuid: JavaUuid, deadline: Deadline): Promise<void> {
      if (laby === undefined || !(await isObserved(uuid))) return;
      const noted = laby
        .namesOf(uuid, deadline)
        .then(async (names) => {
          if (names === null) return;
          const reported = names.slice(-MOST_NAMES);
          await change(uuid, (known) => ({ ...known, reported }));
        })
        // A failure here never fails a response, and is counted with all upstream calls.
        .catch(() => undefined);
      await Promise.race([noted, sleep(clock, REPORTED_WAIT_MS)]);
    },

    /** Gives the number of players seen for the first time since the last call. A forgotten player counts as new. */
    takeNewPlayers(): number {
      const taken = newPlayers;
      newPlayers = 0;
      return taken;
    },

    /** Everything known of a player's past, nothing if it may not be shown. Rejects when the store fails. */
    async of(id: string): Promise<SeenHistory> {
      if (!(await isObserved(id))) return { observed: false, names: [], skins: [], capes: [] };
      const record = untilNow(readRecord(await store.get(recordKey(id))), clock.now());
      return {
        observed: true,
        names: publicNames(record),
        skins: record.skins.map(publicTexture),
        capes: record.capes.map(publicTexture),
      };
    },
  };
}

function publicNames(record: HistoryRecord): NameHistoryEntry[] {
  return namesOf(record).map(({ name, changed_at }) => ({ name, changed_at }));
}

function publicTexture<Seen extends SeenTexture>({ first_seen, last_seen, ...texture }: Seen) {
  return {
    ...texture,
    first_seen: isoTime(first_seen),
    last_seen: isoTime(last_seen),
  };
}

function hasNewFormerName(before: HistoryRecord, after: HistoryRecord): boolean {
  const formerNames = (record: HistoryRecord) => namesOf(record).slice(0, -1);
  const known = new Set(formerNames(before).map(({ name }) => name));
  return formerNames(after).some(({ name }) => !known.has(name));
}

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
