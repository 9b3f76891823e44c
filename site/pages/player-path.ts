import { isJavaName, withoutPrefix, type NameRules } from "../../lib/contract/identifiers.ts";
import type { JavaProfile, ProfileBody } from "../../lib/contract/profile.ts";
import type { RecentLookup } from "../../lib/contract/status.ts";
import { decode, encode } from "../../lib/contract/urls.ts";
import { canonicalName } from "./people.ts";

/** The page of a player, without the language: `/player/Lantern_Lou`. */
export function playerPath(id: string): string {
  // A path of dots alone would lead to a folder above, and Next takes `.rsc` for a request by its own scripts.
  const dots = /^\.+$|\.(?=rsc$)/;
  return `/player/${encode(id).replace(dots, (found) => "%2E".repeat(found.length))}`;
}

/**
 * True if no URL can contain an id: browsers resolve `..` in any encoding, and an id of control characters only ends up
 * empty.
 */
export function hasNoPath(id: string): boolean {
  return /^(?:\.{1,2}|\p{Cc}+)$/u.test(id);
}

/** The id in the URL as text that can be shown; Next passes it percent-encoded. */
export function playerIdOf(segment: string): string {
  return withoutControls(decode(segment));
}

/** No name has control characters, and HTML cannot contain all of them. */
export function withoutControls(id: string): string {
  return id.replace(/\p{Cc}/gu, "\u{FFFD}");
}

/**
 * The identifier of a Java player in a URL: the name, or the UUID where that is an account of the game with a name that
 * nobody is looked up by.
 * @param rules How the instance reads names: one that begins with its prefix is a Bedrock player's.
 */
export function javaIdInUrl(
  {
    username,
    uuid,
    skin_source: source,
  }: Pick<JavaProfile, "username" | "uuid"> & Partial<Pick<JavaProfile, "skin_source">>,
  rules?: NameRules,
): string {
  if (rules !== undefined && withoutPrefix(username, rules.bedrockPrefix) !== null) return uuid;
  const isLookedUp = isJavaName(username) || (source !== undefined && source !== "mojang");
  return isLookedUp ? username : uuid;
}

/** The same for a whole profile. */
export function idInUrl(profile: ProfileBody): string {
  return profile.java === undefined ? canonicalName(profile) : javaIdInUrl(profile.java);
}

/** The same for a recent lookup. */
export function lookupIdInUrl(
  { edition, username, id }: Pick<RecentLookup, "edition" | "username" | "id">,
  rules?: NameRules,
): string {
  return edition === "java" ? javaIdInUrl({ username, uuid: id }, rules) : username;
}
