import { LRUCache } from "lru-cache";
import { updateValue, type Store } from "../cache/stores/store.ts";
import { isoTime, sleep, systemClock, type Clock } from "../clock.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import type { JavaHistory, NameHistoryEntry } from "../contract/profile.ts";
import type { Deadline } from "../providers/deadline.ts";
import type { Laby } from "../providers/laby.ts";
import type { FormerNames } from "./former-names.ts";
import {
  createPermanentBytes,
  FORGOTTEN_MS,
  MOST_NAMES,
  namesOf,
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
/** Records in memory, so that the next change of one is a single command; and what one takes besides its text. */
const RECORDS_BYTES = 2 ** 20;
const RECORD_BYTES = 200;

/** What is known of a player's past, as `/api/history` shows it. */
export type SeenHistory = Pick<JavaHistory, "observed" | "names" | "skins" | "capes">;

export type History = ReturnType<typeof createHistory>;

export interface HistoryOptions {
  store: Store;
  laby?: Laby | undefined;
  formerNames: Pick<FormerNames, "note">;
  /** Whether the past of a player may be recorded and shown. */
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
    sizeCalculation: (text, key) => text.length + key.length + RECORD_BYTES,
  });
  const permanent = createPermanentBytes(store, keptBytes);
  let newPlayers = 0;

  const change = async (
    id: JavaUuid | Xuid,
    edit: (record: HistoryRecord) => HistoryRecord,
  ): Promise<HistoryRecord> => {
    const key = recordKey(id);
    const write = async (text: string | undefined) => {
      const before = untilNow(readRecord(text), clock.now());
      const edited = edit(before);
      const after = { ...edited, kept: await permanent.bytesFor(edited, before.kept) };
      const ttlMs = after.kept > 0 ? undefined : FORGOTTEN_MS;
      return { to: textOf(after), ttlMs, before, after, isNew: text === undefined };
    };
    const options = { seen: texts.get(key), clock, random };
    const { to, before, after, isNew } = await updateValue(store, key, write, options);
    texts.set(key, to);
    if (isNew) newPlayers += 1;
    const added = after.kept - before.kept;
    if (added !== 0) await permanent.add(added);
    const isKept = after.kept > 0;
    const isOtherwiseKept = isKept !== before.kept > 0;
    if (isOtherwiseKept || hasNewFormerName(before, after)) {
      await formerNames.note(id, namesOf(after), { isKept });
    }
    return after;
  };

  return {
    /** Records what a player is called and wears; returns all known names, oldest first. */
    async observe(id: JavaUuid | Xuid, observation: Observation): Promise<NameHistoryEntry[]> {
      if (!(await isObserved(id))) return [{ name: observation.name, changed_at: null }];
      try {
        const at = clock.now();
        return publicNames(await change(id, (known) => withObservation(known, observation, at)));
      } catch {
        // A failing store must not keep a player from being found.
        return [{ name: observation.name, changed_at: null }];
      }
    },

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

    /** How many players were seen for the first time since the last call; one who was forgotten is new again. */
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

/** Earlier versions wrote records without `last_seen`, and did not note their former names. */
function hasNewFormerName(before: HistoryRecord, after: HistoryRecord): boolean {
  const former = (record: HistoryRecord) => namesOf(record).slice(0, -1);
  const isNew = (name: string) => !former(before).some((entry) => entry.name === name);
  const isOfEarlierVersion = before.observed.at(-1)?.last_seen === undefined;
  return former(after).some(({ name }) => isOfEarlierVersion || isNew(name));
}
