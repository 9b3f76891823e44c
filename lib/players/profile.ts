import { createHash } from "node:crypto";
import type { CacheResult } from "../cache/cache.ts";
import { ApiError, type FormerPlayer } from "../contract/errors.ts";
import { dashed, floodgateUuid, isJavaName, parseIdentifier } from "../contract/identifiers.ts";
import type {
  BedrockProfile,
  Edition,
  JavaProfile,
  ProfileBody,
  SignedTextures,
  SkinModel,
  Warning,
  WarningCode,
  WarningPart,
} from "../contract/profile.ts";
import { address } from "../contract/urls.ts";
import { FRESH_MS } from "../freshness.ts";
import { UpstreamFailure, type FailureKind } from "../providers/failure.ts";
import { isoTime } from "../time/stored-time.ts";
import type { TextureFault } from "../textures/codec.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import { nameUntilNow } from "./history-record.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";
import {
  BEDROCK_NOT_OFFERED,
  isFound,
  isStaleNegative,
  type EditionResult,
  type PlayerResult,
} from "./resolver.ts";

/** A profile and its freshness. */
export interface BuiltProfile {
  body: ProfileBody;
  /** Unix milliseconds. */
  freshUntil: number;
  /** The cache entries it was made from; see `CacheResult`. */
  tags: readonly string[];
  /**
   * The time of the last fetch of any part, in Unix milliseconds; undefined while parts are missing or old, since
   * that changes without a fetch.
   */
  lastModified: number | undefined;
}

export interface ProfileOptions {
  /** Unix milliseconds. */
  now: number;
  /** "Not found" is fresh for no longer than this. */
  missingMs: number;
  /** The players who had the name that was looked up, to be named with NOT_FOUND. */
  former?: readonly FormerPlayer[];
  /** False where only Java Edition is looked in. */
  offersBedrock: boolean;
  /** True if the profile has the textures as they were signed. */
  isSigned?: boolean;
}

/** How long to wait where a failed provider does not say, in seconds. */
const RETRY_SECONDS = 5;

/** The error for a failure to look a player up. */
export function lookupFailed(failure: UpstreamFailure): ApiError {
  const sentence = `The player could not be looked up: ${reasonOf(failure)}. Retry later.`;
  const { retryAfterSeconds = RETRY_SECONDS } = failure;
  return new ApiError("BAD_GATEWAY", sentence, { retryAfterSeconds, cause: failure });
}

/** The sentence for a player whom nobody has. */
export function noSuchPlayer(offersBedrock: boolean): string {
  return offersBedrock
    ? "No player has this name, UUID, XUID or gamertag."
    : `No Java player has this name or UUID. ${BEDROCK_NOT_OFFERED}`;
}

/**
 * Builds the public profile. If no edition has the player, the error is NOT_FOUND only if every requested edition
 * said so, and BAD_GATEWAY if one failed.
 * @throws ApiError
 */
export function buildProfile(result: PlayerResult, options: ProfileOptions): BuiltProfile {
  const { java, bedrock } = result;
  const entries = entriesIn(result);
  const found = entries.filter(({ value }) => value !== null);
  if (found.length === 0) throw nothingFound(result, options);

  const { isSigned = false } = options;
  const warnings = [
    ...warningsOf("java", java, isSigned),
    ...warningsOf("bedrock", bedrock, isSigned),
  ];
  const freshUntil = Math.min(...entries.map((entry) => entry.freshUntil));
  const javaRecord = isFound(java) ? java.entry.value : undefined;
  const bedrockRecord = isFound(bedrock) ? bedrock.entry.value : undefined;
  const isStale =
    found.some(({ stale }) => stale) ||
    [javaRecord, bedrockRecord].some((record) => record?.oldParts !== undefined);
  const isWhole = !isStale && warnings.length === 0;
  const lastFetched = Math.max(...entries.map(({ fetchedAt }) => fetchedAt));
  return {
    lastModified: isWhole ? Math.min(lastFetched, options.now) : undefined,
    tags: entries.flatMap((entry) => entry.tags),
    freshUntil: warnings.some(({ code }) => code === "BAD_GATEWAY")
      ? Math.min(freshUntil, options.now + FRESH_MS.partial)
      : freshUntil,
    body: {
      success: true,
      ...(javaRecord && {
        java: { ...javaProfile(javaRecord, options.now), ...signedPart(javaRecord, isSigned) },
      }),
      ...(bedrockRecord && {
        bedrock: {
          ...bedrockProfile(bedrockRecord, javaRecord),
          ...signedPart(bedrockRecord, isSigned),
        },
      }),
      cached: entries.every(({ cached }) => cached),
      fetched_at: isoTime(Math.min(...found.map(({ fetchedAt }) => fetchedAt))),
      stale: isStale,
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

function javaProfile(record: JavaRecord, now: number): JavaProfile {
  const { uuid, name, history } = record;
  return {
    username: name,
    uuid,
    uuid_dashed: dashed(uuid),
    offline_uuid: offlineUuidOf(name),
    ...javaTextures(record),
    name_history: history.map((entry) => nameUntilNow(entry, now)),
  };
}

function javaTextures(record: JavaRecord) {
  const { source = "mojang", textures, uuid } = record;
  const { skin, cape } = textures ?? {};
  const player = { username: addressedAs(record), type: "java" } as const;
  return {
    skin_url: address("/skin", player),
    cape_url: cape ? address("/cape", player) : null,
    head_url: address("/head", player),
    model: modelOf(skin, uuid),
    skin_texture: skin?.hash ?? null,
    cape_texture: cape?.hash ?? null,
    skin_source: source,
    cape_source: cape ? (cape.source ?? source) : null,
  };
}

/**
 * The name, if it leads to this player; else the UUID: some old names read as another identifier (a leading dot,
 * sixteen digits), and a source that comes earlier may know another player of the name.
 */
function addressedAs({ name, uuid, fromSecondarySource }: JavaRecord): string {
  const parsed = parseIdentifier(name);
  const isPlain = parsed?.kind === "name" && !parsed.prefixed && isJavaName(name);
  return isPlain && !fromSecondarySource ? name : uuid;
}

/** The width of the arms, which is not known while the skin is not. */
function modelOf(skin: { model: SkinModel } | null | undefined, uuid: string): SkinModel | null {
  if (skin === undefined) return null;
  return skin?.model ?? defaultSkinOf(uuid).model;
}

function bedrockProfile(record: BedrockRecord, java: JavaRecord | undefined): BedrockProfile {
  const { xuid, gamertag, skin, link } = record;
  const floodgate = floodgateUuid(xuid);
  const player = { username: xuid, type: "bedrock" } as const;
  return {
    gamertag,
    xuid_decimal: xuid,
    floodgate_uuid: floodgate,
    skin_url: address("/skin", player),
    // No public source knows Bedrock capes.
    cape_url: null,
    head_url: address("/head", player),
    model: modelOf(skin, floodgate),
    skin_texture: skin?.hash ?? null,
    cape_texture: null,
    linked: linkedWith(link, java),
  };
}

function signedPart(record: JavaRecord | BedrockRecord, isSigned: boolean) {
  return isSigned ? { textures: signedTexturesOf(record) ?? null } : {};
}

/** The textures as the provider signed them; null if it signed none, and undefined if that is unknown. */
function signedTexturesOf(record: JavaRecord | BedrockRecord): SignedTextures | null | undefined {
  const isNone = "xuid" in record ? record.skin === null : record.withoutProfile === true;
  if (isNone) return null;
  const sent = "xuid" in record ? record.skin?.signed : record.property;
  if (sent === undefined) return undefined;
  const { value, signature } = sent;
  return value && signature ? { value, signature } : null;
}

/** Only a link proves that two accounts belong together; the same name proves nothing. */
function linkedWith(link: BedrockRecord["link"], java: JavaRecord | undefined): boolean | null {
  if (link === undefined) return null;
  if (link === null) return false;
  return java === undefined || java.uuid === link;
}

const EDITION_NAMES: Record<Edition, string> = { java: "Java", bedrock: "Bedrock" };

function warningsOf(
  edition: Edition,
  result: EditionResult<JavaRecord> | EditionResult<BedrockRecord>,
  isSigned: boolean,
): Warning[] {
  const name = EDITION_NAMES[edition];
  const warn = (part: WarningPart, error: string): Warning => ({
    edition,
    code: "BAD_GATEWAY",
    part,
    error,
  });
  if (isUnknown(result)) return [warn("profile", unavailable(edition, failureOf(result)))];
  if (!isFound<JavaRecord | BedrockRecord>(result)) return [];
  const { value, failure } = result.entry;
  const oldPart = oldPartIn(value);
  const lost = (part: "skin" | "cape") =>
    warn(part, `The ${name} player's ${part} could not be fetched.`);
  const sentences = {
    failed: `The ${name} profile could not be refreshed: ${reasonOf(failure)}.`,
    old: `Part of the ${name} profile could not be refreshed.`,
  };
  return [
    ...(failure ? [warn("profile", sentences.failed)] : []),
    ...(oldPart ? [warn(oldPart, sentences.old)] : []),
    ...unknownTextures(value).map(lost),
    ...(isSigned && signedTexturesOf(value) === undefined
      ? [warn("textures", `The ${name} player's signed textures could not be fetched.`)]
      : []),
    ...unusableTextures(edition, value),
    ...("unreachableSources" in value
      ? value.unreachableSources.map((source) =>
          warn(
            source === "optifine" ? "cape" : "skin",
            `Skins and capes of ${source} could not be fetched.`,
          ),
        )
      : []),
    ...("xuid" in value && value.link === undefined
      ? [warn("link", "The account link could not be checked.")]
      : []),
  ];
}

/** Names the textures that are not known. */
function unknownTextures(record: JavaRecord | BedrockRecord): ("skin" | "cape")[] {
  if ("xuid" in record) return record.skin === undefined ? ["skin"] : [];
  const { textures } = record;
  return (["skin", "cape"] as const).filter((kind) => textures?.[kind] === undefined);
}

const TEXTURE_FAULTS: Record<TextureFault, string> = {
  "too-large": "the file has too many bytes",
  "not-png": "the file is not a PNG",
  "illegal-size": "no texture of this kind has so many pixels in width and height",
  undecodable: "the file is damaged",
};

/** Warns of textures in whose place the game would show nothing, or a default. */
function unusableTextures(
  edition: Edition,
  { unusable = {} }: JavaRecord | BedrockRecord,
): Warning[] {
  const warn = (code: WarningCode, kind: "skin" | "cape"): Warning[] => {
    const fault = unusable[kind];
    if (fault === undefined) return [];
    const error = `The ${EDITION_NAMES[edition]} player's ${kind} cannot be used: ${TEXTURE_FAULTS[fault]}.`;
    return [{ edition, code, part: kind, error }];
  };
  return [...warn("UNUSABLE_SKIN", "skin"), ...warn("UNUSABLE_CAPE", "cape")];
}

/** The part that is from the previous record, since it could not be loaded; the profile where several are. */
function oldPartIn({ oldParts = [] }: JavaRecord | BedrockRecord): WarningPart | undefined {
  return oldParts.length > 1 ? "profile" : oldParts[0];
}

/** The error for a player who was found in neither edition: not found, or not known at the moment. */
export function nothingFound(
  { java, bedrock }: PlayerResult,
  { now, missingMs, former = [], offersBedrock }: ProfileOptions,
): ApiError {
  const entries = entriesIn({ java, bedrock });
  const unknown = [java, bedrock].filter(isUnknown);
  const failed = unknown.find((edition) => !isUnsearchable(edition)) ?? unknown[0];
  if (failed !== undefined) {
    const failure = failureOf(failed);
    if (isUnsearchable(failed)) {
      const edition = EDITION_NAMES[failed === java ? "java" : "bedrock"];
      const sentence = `No provider can look this player up in ${edition} Edition, so it is unknown whether they exist. If you sent a name, send the UUID or XUID instead.`;
      return new ApiError("BAD_GATEWAY", sentence, {
        // Without a time for a retry, which would change nothing: clients obey such a time for minutes.
        reason: "unsearchable",
        cause: failure,
      });
    }
    const seconds = failure instanceof UpstreamFailure ? failure.retryAfterSeconds : undefined;
    const sentence = unavailable(failed === java ? "java" : "bedrock", failure);
    return new ApiError("BAD_GATEWAY", `${sentence} Retry later.`, {
      retryAfterSeconds: seconds ?? RETRY_SECONDS,
      cause: failure,
    });
  }
  const freshUntil = Math.min(now + missingMs, ...entries.map((entry) => entry.freshUntil));
  return new ApiError("NOT_FOUND", noSuchPlayer(offersBedrock), {
    former,
    freshUntil,
    cached: entries.every(({ cached }) => cached),
    tags: entries.flatMap((entry) => entry.tags),
  });
}

function entriesIn({ java, bedrock }: PlayerResult): CacheResult<unknown>[] {
  return [java, bedrock].flatMap((edition) => (edition.kind === "entry" ? [edition.entry] : []));
}

/** It is not known whether the edition has the player. */
function isUnknown(result: EditionResult<unknown>): boolean {
  return result.kind === "failed" || isStaleNegative(result);
}

/** All providers responded, but know only some players, and not this one. A retry soon changes nothing. */
function isUnsearchable(result: EditionResult<unknown>): boolean {
  const failure = failureOf(result);
  return failure instanceof UpstreamFailure && failure.kind === "unknown-here";
}

function unavailable(edition: Edition, failure: Error | undefined): string {
  return `${EDITION_NAMES[edition]} Edition is unavailable: ${reasonOf(failure)}.`;
}

function failureOf(result: EditionResult<unknown>): Error | undefined {
  if (result.kind === "not-requested") return undefined;
  return result.kind === "failed" ? result.failure : result.entry.failure;
}

const REASONS: Record<FailureKind, string> = {
  unavailable: "the provider is unreachable",
  tls: "the provider is unreachable",
  timeout: "the provider took too long",
  throttled: "the provider is limiting requests",
  refused: "the provider refused the request",
  error: "the provider returned an error",
  incomplete: "the provider's response broke off",
  "bad-response": "the provider returned an unexpected response",
  mismatch: "the provider returned an unexpected response",
  "unknown-here": "no provider that responded knows this player",
  "budget-spent": "the limit of requests to the provider is reached",
  "circuit-open": "the provider has failed repeatedly and is paused for a while",
};

/** Why an upstream failed, without internal details. */
function reasonOf(failure: Error | undefined): string {
  if (failure === undefined) return REASONS.timeout;
  if (failure instanceof UpstreamFailure) return REASONS[failure.kind];
  return "its last answer could not be confirmed";
}

/**
 * The UUID that servers in offline mode give to a name, in its exact spelling: of version 3, from `OfflinePlayer:` and
 * the name in UTF-8, like `UUID.nameUUIDFromBytes` in Java.
 * @returns 32 lower-case digits
 */
export function offlineUuidOf(name: string): string {
  const bytes = createHash("md5").update(`OfflinePlayer:${name}`).digest();
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x30;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString("hex");
}
