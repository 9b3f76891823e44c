import { encode } from "../contract/urls.ts";

/** The page of a player, without the language: `/player/Lantern_Lou`. */
export function playerPath(id: string): string {
  // A path of dots alone would lead to a folder above.
  return `/player/${encode(id).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length))}`;
}

/**
 * Whether no address can hold an id: a browser climbs at `..`, in whatever encoding, and what has
 * control characters alone ends up empty.
 */
export function hasNoPath(id: string): boolean {
  return /^(?:\.{1,2}|\p{Cc}+)$/u.test(id);
}

/** What stands in the address, as text that can be shown; Next gives it percent-encoded. */
export function playerIdOf(segment: string): string {
  return withoutControls(decoded(segment));
}

/** No name has control characters, and HTML cannot hold them all. */
export function withoutControls(id: string): string {
  return id.replace(/\p{Cc}/gu, "\u{FFFD}");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
