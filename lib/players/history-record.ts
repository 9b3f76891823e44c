import { z } from "zod";
import { countIn, readJson, type Store } from "../cache/stores/store.ts";
import { isTextureHash, type TextureHash } from "../contract/identifiers.ts";
import { skinModel, type SkinModel } from "../contract/profile.ts";
import { storedTime } from "../clock.ts";
import { nameUntilNow, seenName, storedName } from "./former-names.ts";

/** Every key of a record begins with this. */
export const RECORD_PREFIX = "names:v1:";
/** A player without a change is forgotten when nobody looked the player up for so long. */
export const FORGOTTEN_MS = 90 * 86_400_000;
/** Most entries of one player; beyond that, what was seen longest ago is forgotten. */
export const MOST_NAMES = 100;
export const MOST_SKINS = 100;
export const MOST_CAPES = 50;
/** Where all processes count the bytes of records that never expire. */
const PERMANENT_KEY = "kept";
/** The most of them. Once they are used up, new changes expire as well. */
const PERMANENT_BYTES = 24 * 2 ** 20;
/** Records that never expire may grow a little beyond that. */
const ROOM_TO_GROW = 4 / 3;
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

/** Counts the bytes of all records that never expire, which are bounded. */
export function createPermanentBytes(store: Store, most = PERMANENT_BYTES) {
  /** As this process last saw them. */
  let total: number | undefined;

  return {
    /**
     * How many of them a record takes from now on; 0 if it expires.
     * @param before How much it took; a record that another store kept has room to grow, too.
     */
    async bytesFor(record: HistoryRecord, before: number, isKeptElsewhere = false) {
      if (!hasChanged(record)) return 0;
      const bytes = sizeOf(record);
      total ??= countIn(await store.get(PERMANENT_KEY));
      const bound = before > 0 || isKeptElsewhere ? most * ROOM_TO_GROW : most;
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
