import { z } from "zod";
import { NotCached, type Cache, type CacheResult, type GetOptions } from "../cache/cache.ts";
import { dependentResult, negativeResult, type Loaded } from "../cache/entry.ts";
import { isJavaUuid, type Gamertag } from "../contract/identifiers.ts";
import { skinModel } from "../contract/profile.ts";
import { asServiceName, asTextureHash, asXuid, textOf } from "../providers/accounts.ts";
import { forKnown, startBackground, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { TEXTURE_FAULTS, type TextureFault } from "../textures/codec.ts";
import { PNG_SIGNATURE } from "../textures/png.ts";
import { storedName } from "./former-names.ts";

/*
 * What is cached about players, and how it is found.
 *
 * Values from a store are checked, since other programs can write to a shared one. A value that this
 * version would not write, or that belongs to another key, counts as missing.
 */

export interface RecordOptions extends GetOptions {
  /** Wants the signed textures, too. A record without them is loaded again, and then keeps them. */
  signed?: boolean | undefined;
}

const PNG_IN_BASE64 = Buffer.from(PNG_SIGNATURE).toString("base64").slice(0, 10);

const uuid = textOf(isJavaUuid);
const texture = z.object({ hash: asTextureHash, model: skinModel });
const source = z.string().min(1);
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

const textureFault = z.enum(TEXTURE_FAULTS);
/** What is wrong with textures that cannot be used: as in the game, the player has none in their place. */
const unusable = z
  .object({ skin: textureFault.exactOptional(), cape: textureFault.exactOptional() })
  .exactOptional();
export type Unusable = NonNullable<z.infer<typeof unusable>>;

const javaRecord = z.object({
  uuid,
  name: asServiceName,
  /** Null, or without one of them, when that was unreadable, which does not mean that there is none. */
  textures: z
    .object({
      skin: texture.nullable().optional(),
      cape: texture
        .pick({ hash: true })
        .extend({ source: source.exactOptional() })
        .nullable()
        .optional(),
    })
    .nullable(),
  history: z.array(storedName),
  /** For players whose signature was requested. */
  property: z.object({ value: base64, signature: base64.exactOptional() }).exactOptional(),
  unusable,
  /** These textures are those of the previous record: this time they were unreadable. */
  oldTextures: z.array(z.enum(["skin", "cape"])).exactOptional(),
  /** The skin service that has the player; absent for the game's own. */
  source: source.exactOptional(),
  /** It has a name, and no profile: the name service alone knows it. */
  nameOnly: z.literal(true).exactOptional(),
  /** A source that comes earlier may know another player of this name. */
  isLater: z.literal(true).exactOptional(),
  /** Sources of skins or capes that failed; stored data has this name. */
  silent: z.array(source).exactOptional(),
});
/** The cached data of a Java player. */
export type JavaRecord = z.infer<typeof javaRecord>;

const bedrockRecord = z.object({
  xuid: asXuid,
  gamertag: z.custom<Gamertag>((value) => typeof value === "string" && value !== ""),
  skin: texture
    .extend({
      signed: z
        .object({
          value: base64.exactOptional(),
          signature: base64.exactOptional(),
          hash: z.string(),
          lastUpdate: z.int(),
        })
        .exactOptional(),
    })
    .nullable()
    .exactOptional(),
  unusable,
  /** The UUID of the linked Java account; null when there is no link. */
  link: uuid.nullable().exactOptional(),
  /** The skin is that of the previous record: this time it could not be loaded. */
  skinIsOld: z.literal(true).exactOptional(),
  /** The same for the link. */
  linkIsOld: z.literal(true).exactOptional(),
});
/** The cached data of a Bedrock player, without the parts that could not be loaded. */
export type BedrockRecord = z.infer<typeof bedrockRecord>;

const nameRecord = z.object({
  /** The id that a name leads to. */
  id: z.string(),
  /** As it is spelled. */
  name: z.string(),
  /**
   * The name in the profile when it last contradicted the name service. While the profile has this
   * name, neither is loaded again.
   */
  disputedWith: z.string().exactOptional(),
  /** The skin service that has the name; absent for the game's own. */
  source: source.exactOptional(),
});
export type NameRecord<Id extends string> = z.infer<typeof nameRecord> & { id: Id };

/** Where a texture was fetched that is not the game's own. */
const textureAddress = z.object({ origin: z.string(), url: z.string() });
export type TextureAddress = z.infer<typeof textureAddress>;

/** A check for values of a shape, which may have to have the id that is their key. */
const checkOf =
  <Value>(schema: z.ZodType<Value>, idOf?: (value: Value) => string) =>
  (key: string, value: unknown): boolean => {
    const { success, data } = schema.safeParse(value);
    return success && (idOf === undefined || idOf(data) === key);
  };
export const isJavaRecordOf = checkOf(javaRecord, (record) => record.uuid);
export const isBedrockRecordOf = checkOf(bedrockRecord, (record) => record.xuid);
/** A check for names that lead to this kind of id. */
export const isNameRecord = (isId: (text: string) => boolean) =>
  checkOf(nameRecord.extend({ id: z.string().refine(isId) }));
export const isTextureAddress = checkOf(textureAddress);
export const isLink = checkOf(asXuid);
/** The bytes of a PNG in base64, which are decoded, and fully checked, when they are drawn; or what is wrong with a file. */
export const isTexture = checkOf(base64.startsWith(PNG_IN_BASE64).or(textureFault));
export function isTextureFault(value: unknown): value is TextureFault {
  return textureFault.safeParse(value).success;
}

interface GetRecord<Value, Known> {
  deadline: Deadline;
  options: RecordOptions;
  load(until: Deadline, previous: Value | undefined, known?: Known): Promise<Loaded<Value>>;
  /** What the request knows or wants besides. A load in the background is without it, since it may be old by then. */
  known?: Known;
  /** One that lacks the signature that is wanted is loaded again. */
  lacksSignature?: (value: Value) => boolean;
}

/** A cached value, or one loaded by a deadline; what is known is not worth waiting for a budget. */
export async function getRecord<Value, Known>(
  cache: Cache<Value>,
  key: string,
  { deadline, options, load, known, lacksSignature }: GetRecord<Value, Known>,
): Promise<CacheResult<Value>> {
  const entry = await cache.get(
    key,
    (previous) => load(forKnown(deadline, previous), previous, known),
    options,
    (previous) => load(startBackground(deadline.clock), previous),
  );
  const { value, stale, failure } = entry;
  // What could not be loaded a moment ago is not tried at once.
  if (!options.signed || value === null || stale || failure !== undefined) return entry;
  if (lacksSignature?.(value) !== true) return entry;
  return cache.get(key, (previous) => load(deadline, previous, known), { refresh: true });
}

interface NameIndexOptions<Id extends string, Name, Record> {
  names: Cache<NameRecord<Id>>;
  idOf(record: Record): Id;
  nameOf(record: Record): Name;
  /** Whether these providers are asked for a name. */
  isAsked?: (name: Name) => boolean;
  /** The cache key of a name. */
  keyOf(name: Name): string;
  /** A form in which all spellings of one name are equal. */
  normalize(name: Name): string;
}

/** What a name leads to, with its record, if that was loaded to find out. */
type FoundName<Id extends string, Record> = NonNullable<Loaded<NameRecord<Id>>> & {
  record?: CacheResult<Record> | undefined;
};

interface FindByName<Id extends string, Record> {
  /** Requests the name from its providers. */
  load(until: Deadline, previous?: NameRecord<Id>): Promise<FoundName<Id, Record> | null>;
  /**
   * Gets the record that a name leads to, through its cache.
   * @param isConfirmed Whether the name was requested only now.
   */
  recordOf(
    named: NameRecord<Id>,
    options: RecordOptions,
    isConfirmed: boolean,
  ): Promise<CacheResult<Record>>;
  /** Whether a name alone is enough for a record. */
  isEnough?: boolean;
  deadline: Deadline;
  options: RecordOptions;
}

/**
 * Finds the players of one edition by name. Name and record are cached apart and for different
 * times, so they may contradict each other after a rename: then the older of the two is loaded
 * again, once, so that a name never shows a player who no longer has it.
 */
export function createNameIndex<Id extends string, Name extends string, Record>({
  names,
  idOf,
  nameOf,
  isAsked = () => true,
  keyOf,
  normalize,
}: NameIndexOptions<Id, Name, Record>) {
  return {
    /** Saves the name call for a player whose record was loaded, and drops a former name. */
    async learn(record: Record, previous: Record | undefined): Promise<void> {
      const name = nameOf(record);
      const key = keyOf(name);
      if (isAsked(name)) await names.put(key, { id: idOf(record), name });
      const oldKey = previous === undefined ? key : keyOf(nameOf(previous));
      if (oldKey === key) return;
      const old = await names.peek(oldKey);
      if (old?.value?.id === idOf(record)) await names.delete(oldKey);
    },

    async find(
      name: Name,
      { load, recordOf, isEnough = false, deadline, options }: FindByName<Id, Record>,
    ): Promise<CacheResult<Record>> {
      const key = keyOf(name);
      const { signed } = options;
      /** Gets the name, from the cache or loaded; with its record, if that was loaded to find out. */
      const lookUp = async (isForced: boolean) => {
        let record: CacheResult<Record> | undefined;
        const loadName = async (until: Deadline, previous: NameRecord<Id> | undefined) => {
          const found = await load(until, previous);
          record = found?.record;
          return found;
        };
        if (!isForced) {
          const entry = await getRecord(names, key, { deadline, options, load: loadName });
          return { entry, record };
        }
        const how = { refresh: true, trustNegative: true };
        const entry = await names.get(key, (previous) => loadName(deadline, previous), how);
        if (entry.failure !== undefined) throw entry.failure;
        return { entry, record };
      };
      const first = await lookUp(false);
      let { entry } = first;
      if (entry.value === null) return negativeResult(entry);
      let record = first.record ?? (await recordOf(entry.value, options, !entry.cached));
      if (record.value === null && isEnough) {
        if (options.onlyIfCached === true) throw new NotCached();
        if (entry.cached) ({ entry } = await lookUp(true));
        if (entry.value === null) return negativeResult(entry);
        // What is cached, or was loaded for another request, does not know of the name.
        record = await recordOf(entry.value, { refresh: true, signed }, true);
      }
      if (record.value === null) return dependentResult(entry, record);
      const current = normalize(nameOf(record.value));
      if (current === normalize(name) || current === entry.value.disputedWith) {
        return dependentResult(entry, record);
      }
      if (options.onlyIfCached === true) throw new NotCached();

      if (entry.fetchedAt < record.fetchedAt) {
        const second = await lookUp(true);
        entry = second.entry;
        if (entry.value === null) return negativeResult(entry);
        if (entry.value.id !== idOf(record.value)) {
          record = second.record ?? (await recordOf(entry.value, { signed }, true));
        }
      } else {
        record = await recordOf(entry.value, { refresh: true, signed }, !entry.cached);
        // When this fails, the record is of the right player still, but known to be old.
        if (record.failure !== undefined) record = { ...record, stale: true };
      }
      const { value } = record;
      if (value !== null && normalize(nameOf(value)) !== normalize(name)) {
        // Both were loaded and still differ: one of the two providers lags behind.
        const disputedWith = normalize(nameOf(value));
        await names.put(key, { ...entry.value, id: idOf(value), disputedWith });
      }
      return dependentResult(entry, record);
    },
  };
}

/** A part of a record is optional: undefined when its upstream failed. */
export async function orUnknown<Value>(
  part: Promise<Value | null>,
): Promise<Value | null | undefined> {
  try {
    return await part;
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined;
    throw error;
  }
}
