import type { CacheResult } from "../cache/cache.ts";
import type { Clock } from "../time/clock.ts";
import type { CompatPlayer, CompatTextures } from "./json.ts";
import {
  floodgateUuid,
  type Gamertag,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import { TEXTURES_HOST } from "../providers/game-api.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { BedrockRecord, JavaRecord } from "../players/records.ts";
import type { Freshness } from "../freshness.ts";
import { identifierOf, isFound, unknownPart, type PlayerResult } from "../players/resolver.ts";

/** A player for the JSON of other services, and how long that is true. */
export interface FoundPlayer {
  player: CompatPlayer;
  identifier: PlayerIdentifier;
  freshness: Freshness;
}

export interface FoundPlayerOptions {
  /** The signed textures are wanted. */
  signed: boolean;
  /** The base URL of this service. */
  base: string;
  clock: Clock;
  /** The prefix that servers put before the names of Bedrock players. */
  prefix: string | undefined;
}

/** Floodgate's default prefix, and the longest name that it makes. */
const DEFAULT_PREFIX = ".";
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
  { signed, base, clock }: FoundPlayerOptions,
): FoundPlayer {
  const { uuid, name, textures, property, source, withoutProfile } = record;
  const player = { uuid, name, fetchedAt: entry.fetchedAt, hasProfile: !withoutProfile };
  const urlOf = source === undefined ? gameUrl : ownUrl(base);
  const requireTextures = (): CompatTextures => {
    const { skin, cape } = textures ?? {};
    // The JSON of other services has no word for a texture that is unknown.
    if (
      skin === undefined ||
      cape === undefined ||
      (signed && property === undefined && !withoutProfile)
    ) {
      throw entry.failure ?? unknownPart("profile", entry, clock);
    }
    // It has no place for the source of a third party's cape either.
    const shown = { skin, cape: cape?.source === undefined ? cape : null };
    return texturesOf(player, shown, urlOf, signed ? property : undefined);
  };
  return {
    player: { ...player, textures: requireTextures },
    identifier: identifierOf(record),
    freshness: { ...entry, stale: entry.stale || record.oldParts !== undefined },
  };
}

function bedrockPlayer(
  entry: CacheResult<BedrockRecord>,
  { xuid, gamertag, skin, oldParts }: BedrockRecord,
  { signed, clock, prefix = DEFAULT_PREFIX }: FoundPlayerOptions,
): FoundPlayer {
  const player = {
    uuid: floodgateUuid(xuid).replaceAll("-", ""),
    name: floodgateName(gamertag, prefix),
    fetchedAt: entry.fetchedAt,
    hasProfile: true,
    bedrock: { xuid, gamertag },
  };
  const requireTextures = (): CompatTextures => {
    const asSigned = signed ? skin?.signed : undefined;
    if (skin === undefined || (signed && skin !== null && asSigned === undefined)) {
      throw entry.failure ?? unknownPart("skin", entry, clock);
    }
    const { value, signature } = asSigned ?? {};
    const property =
      value === undefined || signature === undefined ? undefined : { value, signature };
    return {
      ...texturesOf(player, { skin, cape: null }, gameUrl, property),
      signed: asSigned,
    };
  };
  return {
    player: { ...player, textures: requireTextures },
    identifier: { kind: "xuid", xuid },
    freshness: { ...entry, stale: entry.stale || oldParts?.includes("skin") === true },
  };
}

/** The name that Floodgate gives a Bedrock player on a Java server. */
function floodgateName(gamertag: Gamertag, prefix: string): string {
  return (prefix + gamertag.replaceAll(" ", "_")).slice(0, LONGEST_NAME);
}

type NamedPlayer = Pick<CompatPlayer, "uuid" | "name" | "fetchedAt">;
type MaybeKnown = NonNullable<JavaRecord["textures"]>;
type JavaTextures = { [Kind in keyof MaybeKnown]-?: Exclude<MaybeKnown[Kind], undefined> };

/** Gives the URL of a texture. */
type UrlOf = (kind: "skin" | "cape", hash: string) => string;

const gameUrl: UrlOf = (_, hash) => `https://${TEXTURES_HOST}/texture/${hash}`;
/** The URL at this service, for textures that the game's host does not have. */
const ownUrl =
  (base: string): UrlOf =>
  (kind, hash) =>
    `${base}/${kind}?texture=${hash}`;

/** @param property The signed textures, where those are wanted. */
function texturesOf(
  player: NamedPlayer,
  textures: JavaTextures,
  urlOf: UrlOf,
  property: CompatTextures["property"] | undefined,
): CompatTextures {
  const { cape } = textures;
  const skin = textures.skin ?? defaultSkinOf(player.uuid);
  const hash = skin.hash as TextureHash;
  const isDefault = textures.skin === null;
  return {
    skin: { hash, model: skin.model, url: (isDefault ? gameUrl : urlOf)("skin", hash), isDefault },
    cape: cape && { hash: cape.hash, url: urlOf("cape", cape.hash) },
    property: property ?? { value: valueOf(player, textures, urlOf) },
    signed: undefined,
  };
}

/** The value of the property `textures`, as the session server writes it when no signature is requested. */
function valueOf(
  { uuid, name, fetchedAt }: NamedPlayer,
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
