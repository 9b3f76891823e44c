import { decode, encode } from "../contract/urls.ts";

/** The page of a player, without the language: `/player/Lantern_Lou`. */
export function playerPath(id: string): string {
  // A path of dots alone would lead to a folder above.
  return `/player/${encode(id).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length))}`;
}

/**
 * Whether no URL can contain an id: browsers resolve `..` in any encoding, and an id of control characters
 * only ends up empty.
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
