import { LRUCache } from "lru-cache";
import { z } from "zod";
import { countIn, readJson, type Store } from "../cache/stores/store.ts";
import { sleep, systemClock, type Clock } from "../clock.ts";
import {
  isTextureHash,
  type JavaUuid,
  type TextureHash,
  type Xuid,
} from "../contract/identifiers.ts";
import {
  type JavaHistory,
  nameHistoryEntry,
  skinModel,
  type NameHistoryEntry,
  type SkinModel,
} from "../contract/profile.ts";
import type { Deadline } from "../providers/deadline.ts";
import type { Laby } from "../providers/laby.ts";
import { seenName, type FormerNames } from "./former-names.ts";

/** Longest that a response waits for laby.net. */
const REPORTED_WAIT_MS = 300;
const ATTEMPTS = 32;
const KEPT_KEY = "kept";
/** A player without a change is forgotten when nobody looked the player up for so long. */
const FORGOTTEN_MS = 90 * 86_400_000;
/** Most bytes of records that never expire. Once they are used up, new changes expire as well. */
const KEPT_BYTES = 24 * 2 ** 20;
/** Records that are kept already may grow a little beyond that. */
const ROOM_TO_GROW = 4 / 3;
/** Roughly what a Redis needs for a record besides its text, and to find it by one former name. */
const RECORD_BYTES = 200;
const FORMER_NAME_BYTES = 350;
/** Most entries of one player; beyond that, what was seen longest ago is forgotten. */
const MOST_NAMES = 100;
const MOST_SKINS = 100;
const MOST_CAPES = 50;
/** Records in memory, so that the next change of one is a single command. */
const RECORDS_IN_MEMORY = 1_000;

const hash = z.string().refine(isTextureHash);
const seenTexture = z.object({ hash, first_seen: z.int(), last_seen: z.int() });

const recordSchema = z.object({
  /** Names this service saw itself, oldest first. The first entry has no time. */
  observed: z.array(seenName).default([]),
  /** Names from laby.net, when it is turned on. */
  reported: z.array(nameHistoryEntry).default([]),
  /** The textures of the player, by hash; those seen most recently come first. */
  skins: z.array(seenTexture.extend({ model: skinModel })).default([]),
  capes: z.array(seenTexture).default([]),
  /** How much it takes of the bytes that are kept for good; 0 while it expires. */
  kept: z.int().nonnegative().default(0),
});
type HistoryRecord = z.infer<typeof recordSchema>;
type SeenTexture = z.infer<typeof seenTexture>;
const EMPTY: HistoryRecord = recordSchema.parse({});

/** What a load saw of a player. A texture is null when there is none, undefined when it is not known. */
export interface Observation {
  name: string;
  skin?: { hash: TextureHash; model: SkinModel } | null | undefined;
  cape?: { hash: TextureHash } | null | undefined;
}

/** What is known of a player's past, as `/api/history` shows it. */
export type SeenHistory = Pick<JavaHistory, "observed" | "names" | "skins" | "capes">;

export type History = ReturnType<typeof createHistory>;

export interface HistoryOptions {
  store: Store;
  laby?: Laby | undefined;
  formerNames: Pick<FormerNames, "note">;
  /** Whether the past of a player may be recorded and shown. */
  isObserved?: (id: string) => Promise<boolean>;
  /** Called when a player is seen for the first time; one who was forgotten is new again. */
  onNewPlayer?: () => void;
  /** Bytes of records that may be kept for good. */
  keptBytes?: number;
  clock?: Clock;
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
  onNewPlayer = () => undefined,
  keptBytes = KEPT_BYTES,
  clock = systemClock,
}: HistoryOptions) {
  const texts = new LRUCache<string, string>({ max: RECORDS_IN_MEMORY });
  /** Bytes of the records that are kept, as this process last saw them. */
  let keptTotal: number | undefined;

  /** How much of what is kept for good a record takes from now on. */
  const bytesToKeep = async (record: HistoryRecord, before: number): Promise<number> => {
    if (!hasChanged(record)) return 0;
    const bytes = sizeOf(record);
    keptTotal ??= countIn(await store.get(KEPT_KEY));
    const bound = before > 0 ? keptBytes * ROOM_TO_GROW : keptBytes;
    return keptTotal - before + bytes <= bound ? bytes : 0;
  };

  /** Counts what is kept. An addition that fails is missing from then on, which moves the bound a little. */
  const addToKept = async (bytes: number) => {
    const outcome = await store.transact([{ add: KEPT_KEY, by: bytes }]).catch(() => undefined);
    if (outcome?.done) [keptTotal] = outcome.sums;
  };

  /** Changes the record of a player by compare-and-set, so that no concurrent change is lost. */
  const change = async (
    id: JavaUuid | Xuid,
    edit: (record: HistoryRecord) => HistoryRecord,
  ): Promise<HistoryRecord> => {
    const key = keyOf(id);
    let text = texts.get(key);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = readRecord(text);
      const edited = edit(before);
      const after = { ...edited, kept: await bytesToKeep(edited, before.kept) };
      const isKept = after.kept > 0;
      const added = after.kept - before.kept;
      const next = textOf(after);
      const outcome = await store.transact([
        { check: key, is: text },
        { set: key, to: next, ...(!isKept && { ttlMs: FORGOTTEN_MS }) },
      ]);
      if (outcome.done) {
        texts.set(key, next);
        if (text === undefined) onNewPlayer();
        if (added !== 0) await addToKept(added);
        const isOtherwiseKept = isKept !== before.kept > 0;
        if (isOtherwiseKept || hasNewFormerName(before, after)) {
          await formerNames.note(id, namesOf(after), { isKept });
        }
        return after;
      }
      text = outcome.found;
    }
    throw new Error("the history changes faster than it can be written");
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

    /** Everything known of a player's past, nothing if it may not be shown. Rejects when the store fails. */
    async of(id: string): Promise<SeenHistory> {
      if (!(await isObserved(id))) return { observed: false, names: [], skins: [], capes: [] };
      const record = readRecord(await store.get(keyOf(id)));
      return {
        observed: true,
        names: publicNames(record),
        skins: record.skins.map(publicTexture),
        capes: record.capes.map(publicTexture),
      };
    },
  };
}

function withObservation(
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
  const before = known.find(({ hash: its }) => its === texture["hash"]);
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

function publicNames(record: HistoryRecord): NameHistoryEntry[] {
  return namesOf(record).map(({ name, changed_at }) => ({ name, changed_at }));
}

function publicTexture<Seen extends SeenTexture>({ first_seen, last_seen, ...texture }: Seen) {
  return {
    ...texture,
    first_seen: new Date(first_seen).toISOString(),
    last_seen: new Date(last_seen).toISOString(),
  };
}

/** Whether it holds what is gone. Names that laby.net reported can be requested again. */
function hasChanged({ observed, skins, capes }: HistoryRecord): boolean {
  return observed.length > 1 || skins.length > 1 || capes.length > 1;
}

/** Roughly the bytes that a store needs for a record and the entries of its former names. */
function sizeOf(record: HistoryRecord): number {
  const formerNames = namesOf(record).length - 1;
  return Buffer.byteLength(textOf(record)) + RECORD_BYTES + formerNames * FORMER_NAME_BYTES;
}

/** Without what is empty: most players have one name, one skin and no more. */
function textOf(record: HistoryRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    const isEmpty = Array.isArray(value) ? value.length === 0 : key === "kept" && value === 0;
    return isEmpty ? undefined : value;
  });
}

/** Earlier versions wrote records without `last_seen`, and did not note their former names. */
function hasNewFormerName(before: HistoryRecord, after: HistoryRecord): boolean {
  const former = (record: HistoryRecord) => namesOf(record).slice(0, -1);
  const isNew = (name: string) => !former(before).some((entry) => entry.name === name);
  const isOfEarlierVersion = before.observed.at(-1)?.last_seen === undefined;
  return former(after).some(({ name }) => isOfEarlierVersion || isNew(name));
}

function readRecord(text: string | undefined): HistoryRecord {
  return readJson(recordSchema, text) ?? EMPTY;
}

function keyOf(id: string): string {
  return `names:v1:${id}`;
}
