import { trimmed, withoutPrefix, type NameRules } from "../../../lib/contract/identifiers.ts";
import type { Edition } from "../../../lib/contract/profile.ts";

/** A player as a row of the search shows it. */
export interface KnownPlayer {
  /** The name as the game spells it. */
  username: string;
  editions: readonly Edition[];
  /** Null when it is not known. */
  headUrl: string | null;
  /** URLs name the player by this id if the name has changed or leads to somebody else. */
  id?: string;
}

/** A player whose profile was read. */
export interface FoundPlayer extends KnownPlayer {
  /** The UUID in Java Edition, without dashes. */
  uuid?: string | undefined;
  /** The XUID in Bedrock Edition. */
  xuid?: string | undefined;
  hasCape: boolean;
}

/** Removes the white space around a text that was typed or pasted. */
export function tidy(text: string): string {
  return trimmed(text.replace(/\s+/g, " "));
}

/**
 * Compares the beginning of a name with a text, without regard to case, spaces and a server's prefix for Bedrock names.
 */
export function beginsWith(
  { username, editions }: KnownPlayer,
  text: string,
  { bedrockPrefix }: NameRules,
): boolean {
  const gamertag = editions.includes("bedrock") ? withoutPrefix(text, bedrockPrefix) : null;
  const name = folded(username);
  return [text, gamertag].some((begin) => begin && name.startsWith(folded(begin)));
}

/** Tells whether two rows are of the same player: a namesake in the other edition is not. */
export function isSamePlayer(one: KnownPlayer, other: KnownPlayer): boolean {
  return (
    folded(one.username) === folded(other.username) &&
    one.editions.some((edition) => other.editions.includes(edition))
  );
}

function folded(name: string): string {
  return name.replace(/[ _]+/g, " ").toLowerCase();
}

/** Accepts heads of this service only: no image is loaded from elsewhere. */
export function isKnownPlayer(value: unknown): value is KnownPlayer {
  if (typeof value !== "object" || value === null) return false;
  const { username, editions, headUrl, id } = value as Partial<Record<keyof KnownPlayer, unknown>>;
  return (
    isName(username) &&
    (id === undefined || isName(id)) &&
    Array.isArray(editions) &&
    editions.length > 0 &&
    editions.every((edition) => edition === "java" || edition === "bedrock") &&
    (headUrl === null || (isName(headUrl) && headUrl.startsWith("/head?")))
  );
}

/** The same for a player whose profile was read. */
export function isFoundPlayer(player: FoundPlayer): boolean {
  const ids: readonly unknown[] = [player.uuid, player.xuid];
  return isKnownPlayer(player) && ids.every((id) => id === undefined || isName(id));
}

/** Accepts values from elsewhere that can be a name or an id. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
