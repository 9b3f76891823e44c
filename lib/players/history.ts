import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readJson, updateValue, type Store } from "../cache/stores/store.ts";
import { isoTime, sleep, storedTime, systemClock, type Clock } from "../clock.ts";
import {
  isTextureHash,
  type JavaUuid,
  type TextureHash,
  type Xuid,
} from "../contract/identifiers.ts";
import {
  skinModel,
  type JavaHistory,
  type NameHistoryEntry,
  type SkinModel,
} from "../contract/profile.ts";
import type { Deadline } from "../providers/deadline.ts";
import type { Laby } from "../providers/laby.ts";
import { nameUntilNow, seenName, storedName, type FormerNames } from "./former-names.ts";
import { createPermanentBytes } from "./permanent-bytes.ts";

/** Every key of a record begins with this. */
export const RECORD_PREFIX = "names:v1:";
/** A player without a change is forgotten when nobody looked the player up for so long. */
export const FORGOTTEN_MS = 90 * 86_400_000;
/** Most entries of one player; beyond that, what was seen longest ago is forgotten. */
export const MOST_NAMES = 100;
export const MOST_SKINS = 100;
export const MOST_CAPES = 50;
/** Roughly what a Redis needs for a record besides its text, and to find it by one former name. */
const RECORD_BYTES = 200;
const FORMER_NAME_BYTES = 350;
/** More than a record of that many entries takes. */
const MOST_BYTES = 2 ** 20;
const hash = z.string().refine(isTextureHash);
const seenTexture = z.object({ hash, first_seen: storedTime, last_seen: storedTime });

export const recordSchema = z.object({
  /** Names this service saw itself, oldest first. The first entry has no time. */
  observed: z.array(seenName).default([]),
  /** Names from laby.net, when it is turned on. */
  reported: z.array(storedName).default([]),
  /** The textures of the player, by hash; those seen most recently come first. */
  skins: z.array(seenTexture.extend({ model: skinModel })).default([]),
  capes: z.array(seenTexture).default([]),
  /** How much it takes of the bytes that are kept for good; 0 while it expires. */
  kept: z.int().nonnegative().max(MOST_BYTES).default(0),
});
export type HistoryRecord = z.infer<typeof recordSchema>;
export type SeenTexture = z.infer<typeof seenTexture>;
const EMPTY: HistoryRecord = recordSchema.parse({});

/** What a load saw of a player. A texture is null when there is none, undefined when it is not known. */
export interface Observation {
  name: string;
  skin?: { hash: TextureHash; model: SkinModel } | null | undefined;
  cape?: { hash: TextureHash } | null | undefined;
}

/** Longest that a response waits for laby.net. */
const REPORTED_WAIT_MS = 300;
/** Records in memory, so that the next change of one is a single command; and what one takes besides its text. */
const RECORDS_BYTES = 2 ** 20;
const HELD_BYTES = 200;

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
    sizeCalculation: (text, key) => text.length + key.length + HELD_BYTES,
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
      const size = permanentSizeOf(edited);
      const kept = size === 0 ? 0 : await permanent.bytesFor(size, before.kept);
      const after = { ...edited, kept };
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

export function withObservation(
  known: HistoryRecord,
  { name, skin, cape }: Observation,
  at: number,
): HistoryRecord {
  const last = known.observed.at(-1);
  const entry = last?.name === name ? last : { name, changed_at: last === undefined ? null : at };
  const earlier = known.observed.filter((one) => one !== entry);
  return {
    ...known,
    observed: [...earlier, { ...entry, last_seen: at }].slice(-MOST_NAMES),
    skins: withTexture(known.skins, skin, at).slice(0, MOST_SKINS),
    capes: withTexture(known.capes, cape, at).slice(0, MOST_CAPES),
  };
}

/** The textures with one that is seen now, which comes first. */
function withTexture<Seen extends SeenTexture>(
  known: Seen[],
  texture: Omit<Seen, "first_seen" | "last_seen"> | null | undefined,
  at: number,
): Seen[] {
  if (!texture) return known;
  const before = known.find(({ hash }) => hash === texture["hash"]);
  const seen = { ...texture, first_seen: before?.first_seen ?? at, last_seen: at } as Seen;
  return [seen, ...known.filter((other) => other !== before)];
}

/** All known names, oldest first. Reported entries win, since their times are more exact. */
export function namesOf({
  reported,
  observed,
}: Pick<HistoryRecord, "reported" | "observed">): HistoryRecord["observed"] {
  const latest = observed.at(-1);
  // The player went back to an old name after the last reported change.
  const isReturn = latest?.changed_at !== null && reported.at(-1)?.name !== latest?.name;
  const added = observed.filter(
    (entry) => !reported.some(({ name }) => name === entry.name) || (entry === latest && isReturn),
  );
  return [...reported, ...added];
}

/**
 * Roughly the bytes that a store needs for a record that holds what is gone, and for the entries of its former names;
 * 0 for any other, which may expire. Names that laby.net reported can be requested again.
 */
export function permanentSizeOf(record: HistoryRecord): number {
  const { observed, skins, capes } = record;
  if (observed.length <= 1 && skins.length <= 1 && capes.length <= 1) return 0;
  const formerNames = namesOf(record).length - 1;
  return Buffer.byteLength(textOf(record)) + RECORD_BYTES + formerNames * FORMER_NAME_BYTES;
}

/** Without what is empty: most players have one name, one skin and no more. */
export function textOf(record: HistoryRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    const isEmpty = Array.isArray(value) ? value.length === 0 : key === "kept" && value === 0;
    return isEmpty ? undefined : value;
  });
}

export function readRecord(text: string | undefined): HistoryRecord {
  return readJson(recordSchema, text) ?? EMPTY;
}

/** A record as of now: what a clock noted that was ahead was seen, only not later than now. */
export function untilNow(record: HistoryRecord, now: number): HistoryRecord {
  const cut = <Seen extends SeenTexture>(seen: Seen): Seen => {
    const last_seen = Math.min(seen.last_seen, now);
    return { ...seen, first_seen: Math.min(seen.first_seen, last_seen), last_seen };
  };
  return {
    ...record,
    observed: record.observed.map((entry) => nameUntilNow(entry, now)),
    reported: record.reported.map((entry) => nameUntilNow(entry, now)),
    skins: record.skins.map(cut),
    capes: record.capes.map(cut),
  };
}

export function recordKey(id: string): string {
  return `${RECORD_PREFIX}${id}`;
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
