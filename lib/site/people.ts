import { isJavaName } from "../contract/identifiers.ts";
import type { BedrockProfile, Edition, JavaProfile, ProfileBody } from "../contract/profile.ts";
import type { RecentLookup } from "../contract/status.ts";
import { withSize } from "../contract/urls.ts";

export type EditionProfile = JavaProfile | BedrockProfile;

/** A player in one edition. */
export interface EditionPlayer {
  edition: Edition;
  name: string;
  /** The UUID or XUID, which outlives the name. */
  id: string;
  profile: EditionProfile;
}

/** The players of a profile, Java's first. */
export function playersOf({ java, bedrock }: ProfileBody): EditionPlayer[] {
  const players: EditionPlayer[] = [];
  if (java !== undefined) {
    players.push({ edition: "java", name: java.username, id: java.uuid, profile: java });
  }
  if (bedrock !== undefined) {
    const { gamertag: name, xuid_decimal: id } = bedrock;
    players.push({ edition: "bedrock", name, id, profile: bedrock });
  }
  return players;
}

/** The name in the game's spelling: that of Java edition, else the gamertag. */
export function canonicalName(profile: ProfileBody): string {
  return playersOf(profile)[0]?.name ?? "";
}

/**
 * What a URL names a Java player by: the name, or the UUID where that is an account of the game with a name
 * that nobody is looked up by.
 */
export function javaIdInUrl({
  username,
  uuid,
  skin_source: source,
}: Pick<JavaProfile, "username" | "uuid"> & Partial<Pick<JavaProfile, "skin_source">>): string {
  const isLookedUp = isJavaName(username) || (source !== undefined && source !== "mojang");
  return isLookedUp ? username : uuid;
}

/** The same for a whole profile. */
export function idInUrl(profile: ProfileBody): string {
  return profile.java === undefined ? canonicalName(profile) : javaIdInUrl(profile.java);
}

/** The same for a recent lookup. */
export function lookupIdInUrl({
  edition,
  username,
  id,
}: Pick<RecentLookup, "edition" | "username" | "id">): string {
  return edition === "java" ? javaIdInUrl({ username, uuid: id }) : username;
}

/** How the editions of a profile belong together. Only the account link shows that, never the name. */
export function relationOf({ java, bedrock }: ProfileBody) {
  if (java === undefined || bedrock === undefined) return "single";
  if (bedrock.linked === null) return "unsure";
  return bedrock.linked ? "linked" : "namesakes";
}

/** Whether the editions are not known to be one person: then neither may represent both. */
export function areApart(profile: ProfileBody): boolean {
  const relation = relationOf(profile);
  return relation === "namesakes" || relation === "unsure";
}

/**
 * The URL of an image: by texture where there is one. Such an image never changes, so the browser never
 * shows an old copy after a refresh.
 */
export function imageOf(kind: "head" | "skin" | "cape", profile: EditionProfile): string | null {
  const texture = kind === "cape" ? profile.cape_texture : profile.skin_texture;
  return texture === null ? profile[`${kind}_url`] : `/${kind}?texture=${texture}`;
}

export function headOf(profile: EditionProfile, size: number): string | null {
  const url = imageOf("head", profile);
  return url === null ? null : withSize(url, size);
}

/** The URL of the whole figure; like `imageOf`, by texture where there is one. */
export function figureOf(
  profile: EditionProfile,
  view: "iso" | "front" | "back",
  size: number,
): string | null {
  const skin = imageOf("skin", profile);
  if (skin === null) return null;
  const figure = skin.replace("/skin", "/body");
  return `${figure}&model=${profile.model ?? "classic"}&view=${view}&size=${size}`;
}

/** The side of the head in the image for link previews: 44 pixels for each of the face's. */
export const PREVIEW_HEAD_SIZE = 352;

/** The URL of the head in the image for link previews. */
export function previewHeadOf(profile: ProfileBody): string | null {
  const [player] = playersOf(profile);
  return player === undefined ? null : headOf(player.profile, PREVIEW_HEAD_SIZE);
}
