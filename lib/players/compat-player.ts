import type { Answer } from "../cache/cache.ts";
import type { CompatPlayer, CompatTextures } from "../contract/compat/json.ts";
import {
  floodgateUuid,
  isOfflineUuid,
  type Gamertag,
  type PlayerIdentifier,
} from "../contract/identifiers.ts";
import type { JavaTextures } from "../providers/mojang-session.ts";
import { TEXTURES_HOST } from "../providers/session-profile.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { PlayerResult } from "./lookup.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";
import { isFound, unknownPart } from "./resolver.ts";

/** A player for the JSON of other services, and how long that is true. */
export interface FoundPlayer {
  player: CompatPlayer;
  identifier: PlayerIdentifier;
  freshness: Omit<Answer<unknown>, "value" | "failure">;
}

/** Floodgate's default prefix, and the longest name that it makes. */
const PREFIX = ".";
const LONGEST_NAME = 16;

/**
 * The player in the result of a lookup; null when there is none. Java comes first.
 * @param base The base URL of this service, which has the textures of other skin services.
 */
export function foundPlayer(
  { java, bedrock }: PlayerResult,
  { signed, base }: { signed: boolean; base: string },
): FoundPlayer | null {
  if (isFound(java)) return javaPlayer(java.answer, java.answer.value, signed, base);
  if (isFound(bedrock)) return bedrockPlayer(bedrock.answer, bedrock.answer.value, signed);
  return null;
}

function javaPlayer(
  answer: Answer<JavaRecord>,
  record: JavaRecord,
  signed: boolean,
  base: string,
): FoundPlayer {
  const { uuid, name, textures, property, source } = record;
  const { fetchedAt } = answer;
  // Only the game's own services sign textures.
  const needsProperty = signed && source === undefined;
  const worn = (): CompatTextures => {
    if (textures === null || (needsProperty && property === undefined)) {
      throw answer.failure ?? unknownPart("profile", answer);
    }
    const { skin } = textures;
    // No body here could say that a third party's cape is one.
    const cape = textures.cape?.source === undefined ? textures.cape : null;
    const urlOf: UrlOf =
      source === undefined ? gameUrl : (hash, kind) => `${base}/${kind}?texture=${hash}`;
    const value = valueOf({ uuid, name, fetchedAt }, { skin, cape }, urlOf);
    return {
      skin: skinOf(uuid, skin, urlOf),
      cape: cape && urlOf(cape.hash, "cape"),
      property: signed && property ? property : { value },
      signed: undefined,
    };
  };
  return {
    player: { uuid, name, fetchedAt, worn },
    identifier: isOfflineUuid(uuid)
      ? { kind: "impossible", id: uuid }
      : { kind: "java-uuid", uuid },
    freshness: { ...answer, stale: answer.stale || record.texturesAreOld === true },
  };
}

function bedrockPlayer(
  answer: Answer<BedrockRecord>,
  record: BedrockRecord,
  signed: boolean,
): FoundPlayer {
  const { xuid, gamertag, skin } = record;
  const { fetchedAt } = answer;
  const uuid = floodgateUuid(xuid).replaceAll("-", "");
  const name = floodgateName(gamertag);
  const worn = (): CompatTextures => {
    if (skin === undefined || (signed && skin !== null && skin.signed === undefined)) {
      throw answer.failure ?? unknownPart("skin", answer);
    }
    const upload = signed ? skin?.signed : undefined;
    const value = valueOf({ uuid, name, fetchedAt }, { skin, cape: null }, gameUrl);
    return {
      skin: skinOf(uuid, skin, gameUrl),
      cape: null,
      property: upload ? { value: upload.value, signature: upload.signature } : { value },
      signed: upload,
    };
  };
  return {
    player: { uuid, name, fetchedAt, worn, bedrock: { xuid, gamertag } },
    identifier: { kind: "xuid", xuid },
    freshness: { ...answer, stale: answer.stale || record.skinIsOld === true },
  };
}

/** What Floodgate calls a Bedrock player on a Java server. */
function floodgateName(gamertag: Gamertag): string {
  return (PREFIX + gamertag.replaceAll(" ", "_")).slice(0, LONGEST_NAME);
}

/** Where a texture is, by its hash. */
type UrlOf = (hash: string, kind: "skin" | "cape") => string;
const gameUrl: UrlOf = (hash) => `https://${TEXTURES_HOST}/texture/${hash}`;

function skinOf(uuid: string, own: JavaTextures["skin"], urlOf: UrlOf): CompatTextures["skin"] {
  const { hash, model } = own ?? defaultSkinOf(uuid);
  const url = own === null ? gameUrl(hash, "skin") : urlOf(hash, "skin");
  return { hash, model, url, isDefault: own === null };
}

/** The value of the property `textures`, as the session server writes it when no signature is requested. */
function valueOf(
  { uuid, name, fetchedAt }: Pick<CompatPlayer, "uuid" | "name" | "fetchedAt">,
  { skin, cape }: JavaTextures,
  urlOf: UrlOf,
): string {
  // The game's services name their textures host without encryption.
  const url = (hash: string, kind: "skin" | "cape") =>
    urlOf(hash, kind).replace(`https://${TEXTURES_HOST}`, `http://${TEXTURES_HOST}`);
  const metadata = skin?.model === "slim" ? { metadata: { model: "slim" } } : {};
  const textures = {
    ...(skin && { SKIN: { url: url(skin.hash, "skin"), ...metadata } }),
    ...(cape && { CAPE: { url: url(cape.hash, "cape") } }),
  };
  const value = { timestamp: fetchedAt, profileId: uuid, profileName: name, textures };
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
