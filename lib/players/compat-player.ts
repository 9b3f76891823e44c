import type { Answer } from "../cache/cache.ts";
import type { CompatPlayer, CompatTextures } from "../contract/compat/json.ts";
import { floodgateUuid, type Gamertag, type PlayerIdentifier } from "../contract/identifiers.ts";
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

/** The player in the result of a lookup; null when there is none. Java comes first. */
export function foundPlayer({ java, bedrock }: PlayerResult, signed: boolean): FoundPlayer | null {
  if (isFound(java)) return javaPlayer(java.answer, java.answer.value, signed);
  if (isFound(bedrock)) return bedrockPlayer(bedrock.answer, bedrock.answer.value, signed);
  return null;
}

function javaPlayer(answer: Answer<JavaRecord>, record: JavaRecord, signed: boolean): FoundPlayer {
  const { uuid, name, textures, property } = record;
  const { fetchedAt } = answer;
  const worn = (): CompatTextures => {
    if (textures === null || (signed && property === undefined)) {
      throw answer.failure ?? unknownPart("profile", answer);
    }
    return {
      skin: skinOf(uuid, textures.skin),
      cape: textures.cape?.hash ?? null,
      property:
        signed && property ? property : { value: valueOf({ uuid, name, fetchedAt }, textures) },
      signed: undefined,
    };
  };
  return {
    player: { uuid, name, fetchedAt, worn },
    identifier: { kind: "java-uuid", uuid },
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
    const { value, signature } = skin?.signed ?? {};
    return {
      skin: skinOf(uuid, skin),
      cape: null,
      property:
        signed && value !== undefined && signature !== undefined
          ? { value, signature }
          : { value: valueOf({ uuid, name, fetchedAt }, { skin, cape: null }) },
      signed: signed ? skin?.signed : undefined,
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

function skinOf(uuid: string, own: JavaTextures["skin"]): CompatTextures["skin"] {
  return { ...(own ?? defaultSkinOf(uuid)), isDefault: own === null };
}

/** The value of the property `textures`, as the session server writes it when no signature is requested. */
function valueOf(
  { uuid, name, fetchedAt }: Pick<CompatPlayer, "uuid" | "name" | "fetchedAt">,
  { skin, cape }: JavaTextures,
): string {
  const url = (hash: string) => `http://${TEXTURES_HOST}/texture/${hash}`;
  const metadata = skin?.model === "slim" ? { metadata: { model: "slim" } } : {};
  const textures = {
    ...(skin && { SKIN: { url: url(skin.hash), ...metadata } }),
    ...(cape && { CAPE: { url: url(cape.hash) } }),
  };
  const value = { timestamp: fetchedAt, profileId: uuid, profileName: name, textures };
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
