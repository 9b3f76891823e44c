import type { CacheResult } from "../cache/cache.ts";
import type { CompatPlayer, CompatTextures } from "../contract/compat/json.ts";
import {
  floodgateUuid,
  isOfflineUuid,
  type Gamertag,
  type PlayerIdentifier,
} from "../contract/identifiers.ts";
import { TEXTURES_HOST } from "../providers/textures.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { PlayerResult } from "./lookup.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";
import { isFound, unknownPart } from "./resolver.ts";

/** A player for the JSON of other services, and how long that is true. */
export interface FoundPlayer {
  player: CompatPlayer;
  identifier: PlayerIdentifier;
  freshness: Omit<CacheResult<unknown>, "value" | "failure">;
}

export interface FoundPlayerOptions {
  /** The signed textures are wanted. */
  signed: boolean;
  /** The base URL of this service. */
  base: string;
}

/** Floodgate's default prefix, and the longest name that it makes. */
const PREFIX = ".";
const LONGEST_NAME = 16;

/** The player in the result of a lookup; null when there is none. Java comes first. */
export function foundPlayer(
  { java, bedrock }: PlayerResult,
  options: FoundPlayerOptions,
): FoundPlayer | null {
  if (isFound(java)) return javaPlayer(java.entry, java.entry.value, options);
  if (isFound(bedrock)) return bedrockPlayer(bedrock.entry, bedrock.entry.value, options);
  return null;
}

function javaPlayer(
  entry: CacheResult<JavaRecord>,
  record: JavaRecord,
  { signed, base }: FoundPlayerOptions,
): FoundPlayer {
  const { uuid, name, property, source } = record;
  const all = record.textures;
  // The JSON of other services has no place for the source of a third party's cape.
  const textures = all && { ...all, cape: all.cape?.source === undefined ? all.cape : null };
  const urlOf = source === undefined ? gameUrl : ownUrl(base);
  const { fetchedAt } = entry;
  const worn = (): CompatTextures => {
    if (textures === null || (signed && property === undefined)) {
      throw entry.failure ?? unknownPart("profile", entry);
    }
    return {
      skin: skinOf(uuid, textures.skin, urlOf),
      cape: textures.cape && urlOf("cape", textures.cape.hash),
      property:
        signed && property
          ? property
          : { value: valueOf({ uuid, name, fetchedAt }, textures, urlOf) },
      signed: undefined,
    };
  };
  return {
    player: { uuid, name, fetchedAt, worn },
    identifier: isOfflineUuid(uuid)
      ? { kind: "impossible", id: uuid }
      : { kind: "java-uuid", uuid },
    freshness: { ...entry, stale: entry.stale || record.texturesAreOld === true },
  };
}

function bedrockPlayer(
  entry: CacheResult<BedrockRecord>,
  record: BedrockRecord,
  { signed }: FoundPlayerOptions,
): FoundPlayer {
  const { xuid, gamertag, skin } = record;
  const { fetchedAt } = entry;
  const uuid = floodgateUuid(xuid).replaceAll("-", "");
  const name = floodgateName(gamertag);
  const worn = (): CompatTextures => {
    if (skin === undefined || (signed && skin !== null && skin.signed === undefined)) {
      throw entry.failure ?? unknownPart("skin", entry);
    }
    const { value, signature } = skin?.signed ?? {};
    return {
      skin: skinOf(uuid, skin, gameUrl),
      cape: null,
      property:
        signed && value !== undefined && signature !== undefined
          ? { value, signature }
          : { value: valueOf({ uuid, name, fetchedAt }, { skin, cape: null }, gameUrl) },
      signed: signed ? skin?.signed : undefined,
    };
  };
  return {
    player: { uuid, name, fetchedAt, worn, bedrock: { xuid, gamertag } },
    identifier: { kind: "xuid", xuid },
    freshness: { ...entry, stale: entry.stale || record.skinIsOld === true },
  };
}

/** What Floodgate calls a Bedrock player on a Java server. */
function floodgateName(gamertag: Gamertag): string {
  return (PREFIX + gamertag.replaceAll(" ", "_")).slice(0, LONGEST_NAME);
}

type JavaTextures = NonNullable<JavaRecord["textures"]>;

/** Where a texture is. */
type UrlOf = (kind: "skin" | "cape", hash: string) => string;

const gameUrl: UrlOf = (_, hash) => `https://${TEXTURES_HOST}/texture/${hash}`;
/** At this service, for what the game's host does not have. */
const ownUrl =
  (base: string): UrlOf =>
  (kind, hash) =>
    `${base}/${kind}?texture=${hash}`;

function skinOf(uuid: string, own: JavaTextures["skin"], urlOf: UrlOf): CompatTextures["skin"] {
  const skin = own ?? defaultSkinOf(uuid);
  const url = own === null ? gameUrl("skin", skin.hash) : urlOf("skin", skin.hash);
  return { ...skin, url, isDefault: own === null };
}

/** The value of the property `textures`, as the session server writes it when no signature is requested. */
function valueOf(
  { uuid, name, fetchedAt }: Pick<CompatPlayer, "uuid" | "name" | "fetchedAt">,
  { skin, cape }: JavaTextures,
  urlOf: UrlOf,
): string {
  // There, the game's host is still without encryption.
  const url: UrlOf = (...texture) =>
    urlOf(...texture).replace(`https://${TEXTURES_HOST}`, `http://${TEXTURES_HOST}`);
  const metadata = skin?.model === "slim" ? { metadata: { model: "slim" } } : {};
  const textures = {
    ...(skin && { SKIN: { url: url("skin", skin.hash), ...metadata } }),
    ...(cape && { CAPE: { url: url("cape", cape.hash) } }),
  };
  const value = { timestamp: fetchedAt, profileId: uuid, profileName: name, textures };
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
