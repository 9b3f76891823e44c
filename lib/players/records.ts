import { z } from "zod";
import {
  isJavaName,
  isJavaUuid,
  isTextureHash,
  isXuid,
  type Gamertag,
  type JavaName,
  type JavaUuid,
  type Xuid,
} from "../contract/identifiers.ts";
import { nameHistoryEntry, skinModel, type NameHistoryEntry } from "../contract/profile.ts";
import type { GetOptions } from "../cache/cache.ts";
import type { BedrockSkin } from "../providers/geyser.ts";
import type { JavaTextures } from "../providers/mojang-session.ts";
import type { TexturesProperty } from "../providers/session-profile.ts";

export interface RecordOptions extends GetOptions {
  /** Wants the signed textures, too. A record without them is loaded again, and then keeps them. */
  signed?: boolean | undefined;
}

/** The cached data of a Java player. */
export interface JavaRecord {
  uuid: JavaUuid;
  name: JavaName;
  /** Null when they were unreadable, which does not mean that there are none. */
  textures: JavaTextures | null;
  history: NameHistoryEntry[];
  /** For players whose signature was requested. */
  property?: TexturesProperty;
  /** The textures are those of the previous record: this time they were unreadable. */
  texturesAreOld?: true;
  /** The skin service that has the player; absent for the game's own. */
  source?: string;
  /** A source that comes earlier may know another player of this name. */
  isLater?: true;
  /** Sources of skins or capes that failed. */
  silent?: string[];
}

/** The cached data of a Bedrock player, without the parts that could not be loaded. */
export interface BedrockRecord {
  xuid: Xuid;
  gamertag: Gamertag;
  skin?: BedrockSkin | null;
  /** The UUID of the linked Java account; null when there is no link. */
  link?: JavaUuid | null;
  /** The skin is that of the previous record: this time it could not be loaded. */
  skinIsOld?: true;
  /** The same for the link. */
  linkIsOld?: true;
}

/** The id that a name leads to. */
export interface NameRecord<Id> {
  id: Id;
  /**
   * The name in the profile when it last contradicted the name service. While the profile has this
   * name, neither is loaded again.
   */
  disputedWith?: string;
  /** The skin service that has the name; absent for the game's own. */
  source?: string;
}

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64").slice(0, 10);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** How long a record with a missing part is fresh. */
export const DEGRADED_MS = 60_000;
/** The same where only another service than the game's is missing: it must not cost the game's many calls. */
export const SILENT_MS = 300_000;

/*
 * Values from a store are checked, since other programs can write to a shared one. A value that this
 * version would not write, or that belongs to another key, counts as missing.
 */

const texture = z.object({ hash: z.string().refine(isTextureHash), model: skinModel });
const source = z.string().min(1);
const base64 = z.string().regex(BASE64);
const signedSkin = z.object({
  value: base64,
  signature: base64,
  hash: z.string(),
  lastUpdate: z.int(),
});
const uuid = z.string().refine(isJavaUuid);
const xuid = z.string().refine(isXuid);

const javaRecord = z.object({
  uuid,
  name: z.string().refine(isJavaName),
  textures: z
    .object({
      skin: texture.nullable(),
      cape: texture.pick({ hash: true }).extend({ source: source.optional() }).nullable(),
    })
    .nullable(),
  history: z.array(nameHistoryEntry),
  property: z.object({ value: base64, signature: base64.optional() }).optional(),
  texturesAreOld: z.literal(true).optional(),
  source: source.optional(),
  isLater: z.literal(true).optional(),
  silent: z.array(source).optional(),
});

const bedrockRecord = z.object({
  xuid,
  gamertag: z.string().min(1),
  skin: texture.extend({ signed: signedSkin.optional() }).nullish(),
  link: uuid.nullish(),
  skinIsOld: z.literal(true).optional(),
  linkIsOld: z.literal(true).optional(),
});

export function isJavaRecordOf(key: string, value: unknown): boolean {
  const record = javaRecord.safeParse(value);
  return record.success && record.data.uuid === key;
}

export function isBedrockRecordOf(key: string, value: unknown): boolean {
  const record = bedrockRecord.safeParse(value);
  return record.success && record.data.xuid === key;
}

/** A check for names that lead to this kind of id. */
export function isNameRecord(isId: (text: string) => boolean) {
  const record = z.object({
    id: z.string().refine(isId),
    disputedWith: z.string().optional(),
    source: source.optional(),
  });
  return (_key: string, value: unknown): boolean => record.safeParse(value).success;
}

/** Where a texture that is not the game's own was fetched. */
export function isTexturePlace(_key: string, value: unknown): boolean {
  return z.object({ origin: z.string(), url: z.string() }).safeParse(value).success;
}

export function isLink(_key: string, value: unknown): boolean {
  return xuid.safeParse(value).success;
}

/** The bytes of a PNG in base64. They are decoded, and fully checked, when they are drawn. */
export function isTexture(_key: string, value: unknown): boolean {
  return typeof value === "string" && value.startsWith(PNG_SIGNATURE) && BASE64.test(value);
}
