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
import type { BedrockSkin } from "../providers/geyser.ts";
import type { JavaTextures } from "../providers/textures-property.ts";

/** What is kept of a Java player. */
export interface JavaRecord {
  uuid: JavaUuid;
  name: JavaName;
  /** Null when they came unreadable: nothing is known, which is not "none". */
  textures: JavaTextures | null;
  history: NameHistoryEntry[];
  /** The textures are from before: this time they came unreadable. */
  texturesAreOld?: true;
}

/** What is kept of a Bedrock player. A part that could not be asked is left out. */
export interface BedrockRecord {
  xuid: Xuid;
  gamertag: Gamertag;
  skin?: BedrockSkin | null;
  /** The UUID of the linked Java account; null when there is no link. */
  link?: JavaUuid | null;
  /** The skin is from before: this time it could not be asked. */
  skinIsOld?: true;
  /** The same of the link. */
  linkIsOld?: true;
}

/** Who a name leads to. */
export interface NameRecord<Id> {
  id: Id;
  /**
   * The name the profile gave when it and the name service last contradicted each other. While
   * the profile says the same, the two are not asked again.
   */
  disputedWith?: string;
}

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64").slice(0, 10);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A half-known record is asked again after this long. */
export const DEGRADED_MS = 60_000;

/*
 * What a store gives back is checked: in a shared one, anybody may have written. What is not what
 * this version writes, or is about somebody else than its key says, is nothing.
 */

const worn = z.object({ hash: z.string().refine(isTextureHash), model: skinModel });
const uuid = z.string().refine(isJavaUuid);
const xuid = z.string().refine(isXuid);

const javaRecord = z.object({
  uuid,
  name: z.string().refine(isJavaName),
  textures: z
    .object({ skin: worn.nullable(), cape: worn.omit({ model: true }).nullable() })
    .nullable(),
  history: z.array(nameHistoryEntry),
  texturesAreOld: z.literal(true).optional(),
});

const bedrockRecord = z.object({
  xuid,
  gamertag: z.string().min(1),
  skin: worn.nullish(),
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

/** For names that lead to an id of this kind. */
export function isNameRecord(isId: (text: string) => boolean) {
  const record = z.object({ id: z.string().refine(isId), disputedWith: z.string().optional() });
  return (_key: string, value: unknown): boolean => record.safeParse(value).success;
}

export function isLink(_key: string, value: unknown): boolean {
  return xuid.safeParse(value).success;
}

/** The bytes of a PNG in base64; whether they decode is seen when they are drawn. */
export function isTexture(_key: string, value: unknown): boolean {
  return typeof value === "string" && value.startsWith(PNG_SIGNATURE) && BASE64.test(value);
}
