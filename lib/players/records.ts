import { z } from "zod";
import {
  isJavaName,
  isJavaUuid,
  isTextureHash,
  isXuid,
  type Gamertag,
} from "../contract/identifiers.ts";
import { nameHistoryEntry, skinModel } from "../contract/profile.ts";
import type { GetOptions } from "../cache/cache.ts";

export interface RecordOptions extends GetOptions {
  /** Wants the signed textures, too. A record without them is loaded again, and then keeps them. */
  signed?: boolean | undefined;
}

/** How long a record with a missing part is fresh. */
export const DEGRADED_MS = 60_000;
/** The same where only another service than the game's is missing: it must not cost the game's many calls. */
export const SILENT_MS = 300_000;

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64").slice(0, 10);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/*
 * Values from a store are checked, since other programs can write to a shared one. A value that this
 * version would not write, or that belongs to another key, counts as missing.
 */

const textOf = <Text extends string>(isText: (text: string) => text is Text) =>
  z.custom<Text>((value) => typeof value === "string" && isText(value));
const uuid = textOf(isJavaUuid);
const xuid = textOf(isXuid);
const texture = z.object({ hash: textOf(isTextureHash), model: skinModel });
const source = z.string().min(1);
const base64 = z.string().regex(BASE64);

const javaRecord = z.object({
  uuid,
  name: textOf(isJavaName),
  /** Null when they were unreadable, which does not mean that there are none. */
  textures: z
    .object({
      skin: texture.nullable(),
      cape: texture.pick({ hash: true }).extend({ source: source.exactOptional() }).nullable(),
    })
    .nullable(),
  history: z.array(nameHistoryEntry),
  /** For players whose signature was requested. */
  property: z.object({ value: base64, signature: base64.exactOptional() }).exactOptional(),
  /** The textures are those of the previous record: this time they were unreadable. */
  texturesAreOld: z.literal(true).exactOptional(),
  /** The skin service that has the player; absent for the game's own. */
  source: source.exactOptional(),
  /** A source that comes earlier may know another player of this name. */
  isLater: z.literal(true).exactOptional(),
  /** Sources of skins or capes that failed. */
  silent: z.array(source).exactOptional(),
});
/** The cached data of a Java player. */
export type JavaRecord = z.infer<typeof javaRecord>;

const bedrockRecord = z.object({
  xuid,
  gamertag: z.custom<Gamertag>((value) => typeof value === "string" && value !== ""),
  skin: texture
    .extend({
      signed: z
        .object({ value: base64, signature: base64, hash: z.string(), lastUpdate: z.int() })
        .exactOptional(),
    })
    .nullable()
    .exactOptional(),
  /** The UUID of the linked Java account; null when there is no link. */
  link: uuid.nullable().exactOptional(),
  /** The skin is that of the previous record: this time it could not be loaded. */
  skinIsOld: z.literal(true).exactOptional(),
  /** The same for the link. */
  linkIsOld: z.literal(true).exactOptional(),
});
/** The cached data of a Bedrock player, without the parts that could not be loaded. */
export type BedrockRecord = z.infer<typeof bedrockRecord>;

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
