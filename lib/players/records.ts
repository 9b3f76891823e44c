import { z } from "zod";
import { LRUCache } from "lru-cache";
import { NotCached, type Cache, type CacheResult, type GetOptions } from "../cache/cache.ts";
import { type Gamertag, isJavaUuid } from "../contract/identifiers.ts";
import { skinModel } from "../contract/profile.ts";
import { asServiceName, asTextureHash, asXuid, textOf } from "../providers/accounts.ts";
import { TEXTURE_FAULTS, type TextureFault } from "../textures/codec.ts";
import { PNG_SIGNATURE } from "../textures/png.ts";
import { storedName } from "./history-record.ts";
import type { Loaded } from "../cache/tiers.ts";
import { type Deadline, forKnown, startBackground } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { Clock } from "../time/clock.ts";

/*
 * The cached data of players.
 *
 * Values from a store are checked, since other programs can write to a shared one. A value that this
 * version would not write, or that belongs to another key, counts as missing.
 */

export interface RecordOptions extends GetOptions {
  /** The signed textures are wanted, too. A record without them is loaded again, and then keeps them. */
  signed?: boolean | undefined;
}

const PNG_IN_BASE64 = Buffer.from(PNG_SIGNATURE).toString("base64").slice(0, 10);

const uuid = textOf(isJavaUuid);
const texture = z.object({ hash: asTextureHash, model: skinModel });
const source = z.string().min(1);
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

const textureFault = z.enum(TEXTURE_FAULTS);
/** The faults of textures that cannot be used: as in the game, the player has none in their place. */
const unusable = z
  .object({ skin: textureFault.exactOptional(), cape: textureFault.exactOptional() })
  .exactOptional();
export type Unusable = NonNullable<z.infer<typeof unusable>>;
/** These parts are those of the previous record: this time they could not be loaded. */
const oldParts = z.array(z.enum(["skin", "cape", "link"])).exactOptional();

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
  oldParts,
  /** The skin service that has the player; absent for the game's own. */
  source: source.exactOptional(),
  /** The name service alone knows the player. */
  withoutProfile: z.literal(true).exactOptional(),
  /** A source that comes earlier may know another player of this name. */
  fromSecondarySource: z.literal(true).exactOptional(),
  /** Sources of skins or capes that failed. */
  unreachableSources: z.array(source).exactOptional(),
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
  oldParts,
});
/** The cached data of a Bedrock player, without the parts that could not be loaded. */
export type BedrockRecord = z.infer<typeof bedrockRecord>;

const nameRecord = z.object({
  /** The id that a name leads to. */
  id: z.string(),
  /** The name as its owner spells it. */
  name: z.string(),
  /**
   * The name in the profile when it last contradicted the name service. While the profile has this
   * name, neither is loaded again.
   */
  sourcesDisagreeOn: z.string().exactOptional(),
  /** The skin service that has the name; absent for the game's own. */
  source: source.exactOptional(),
});
export type NameRecord<Id extends string> = z.infer<typeof nameRecord> & { id: Id };

/** The place of a texture that another service than the game's has. */
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

/** The context of a load. */
export interface LoadContext<Value, Hint = unknown> {
  /** Asks a provider, unless it has answered in a try that failed. */
  ask: Ask;
  deadline: Deadline;
  /** The cached value, which is no longer fresh. */
  previous: Value | undefined;
  /** A load in the background has no hint, since what the request knew may be old by then. */
  hint: Hint | undefined;
}

interface LoadOptions<Value, Hint> {
  answers: Answers;
  options: RecordOptions;
  load(context: LoadContext<Value, Hint>): Promise<Loaded<Value>>;
}

/** Runs a load; the first one of a key goes on where a try that failed has ended. */
export function loaderOf<Value, Hint>({ answers, options, load }: LoadOptions<Value, Hint>) {
  return (deadline: Deadline, previous: Value | undefined, hint?: Hint): Promise<Loaded<Value>> => {
    const isFirst = previous === undefined && options.refresh !== true;
    return answers({ isFirst, clock: deadline.clock }, (ask) =>
      load({ ask, deadline, previous, hint }),
    );
  };
}

/** The result of a load; `freshMs` is for a value that is to be loaded again sooner than others. */
export function loadedValue<Value>(value: Value, freshMs: number | undefined) {
  return freshMs === undefined ? { value } : { value, freshMs };
}

interface GetRecord<Value, Hint> extends LoadOptions<Value, Hint> {
  deadline: Deadline;
  /** The request's own facts and wishes about the value. */
  hint?: Hint;
  /** A value that lacks the signature that is wanted is loaded again. */
  lacksSignature?: (value: Value) => boolean;
}

/** A cached value, or one loaded by a deadline; what is known is not worth waiting for a budget. */
export async function getRecord<Value, Hint>(
  cache: Cache<Value>,
  key: string,
  { deadline, hint, lacksSignature, ...loading }: GetRecord<Value, Hint>,
): Promise<CacheResult<Value>> {
  const { options } = loading;
  const load = loaderOf(loading);
  const entry = await cache.get(
    key,
    (previous) => load(forKnown(deadline, previous), previous, hint),
    options,
    (previous) => load(startBackground(deadline.clock), previous),
  );
  const { value, stale, failure } = entry;
  // A load that has just failed is not repeated at once.
  if (!options.signed || value === null || stale || failure !== undefined) return entry;
  if (lacksSignature?.(value) !== true) return entry;
  if (options.onlyIfCached === true) throw new NotCached();
  return cache.get(key, (previous) => load(deadline, previous, hint), { refresh: true });
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

/** The latest answers are kept: about three megabytes. */
const MOST = 10_000;

/** Asks a provider for something; the key says which provider, and for what. */
type Ask = <Value>(
  key: string,
  request: () => Promise<Value | null>,
  /** Keeps values as well as "there is none"; for small values that something else confirms. */
  options?: { withValues?: boolean },
) => Promise<Value | null>;

export type Answers = ReturnType<typeof createAnswers>;

/**
 * Keeps the answers of providers in lookups that failed because another provider could not answer: the next try need
 * not ask for them again. They are kept for as long as "there is none" is believed.
 */
export function createAnswers(keptMs: number) {
  const answers = new LRUCache<string, { until: number; end: unknown }>({ max: MOST });

  /** Runs a lookup. It is the first one if nothing is cached and nobody forces a refresh. */
  return async <Result>(
    { isFirst, clock }: { isFirst: boolean; clock: Clock },
    lookup: (ask: Ask) => Promise<Result>,
  ): Promise<Result> => {
    if (!isFirst) return lookup((_, request) => request());
    const asked: string[] = [];
    let isOver = false;
    const ask: Ask = async (key, request, { withValues = false } = {}) => {
      asked.push(key);
      const known = answers.get(key);
      if (known !== undefined && clock.monotonic() < known.until) {
        if (known.end instanceof UpstreamFailure) throw known.end;
        return known.end as Awaited<ReturnType<typeof request>>;
      }
      const keep = (end: unknown) => {
        if (!isOver) answers.set(key, { until: clock.monotonic() + keptMs, end });
      };
      try {
        const value = await request();
        if (value === null || withValues) keep(value);
        return value;
      } catch (error) {
        if (error instanceof UpstreamFailure && error.kind === "unknown-here") keep(error);
        throw error;
      }
    };
    const result = await lookup(ask);
    isOver = true;
    for (const key of asked) answers.delete(key);
    return result;
  };
}
