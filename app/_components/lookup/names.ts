import { isOfflineUuid, parseIdentifier } from "../../../lib/contract/identifiers.ts";

/** Shorter texts are not looked up: they match too many players. */
const SHORTEST = 3;
/** The pause before providers are called, for a name that may be the start of a longer one. */
export const DEBOUNCE_MS = 360;

/** What was typed or pasted, without the white space around it. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A name in its canonical spelling, without regard to case, spaces and the dot of Bedrock names. */
export function spelling(name: string): string {
  return tidy(name).replace(/^\./, "").replace(/[ _]+/g, " ").toLowerCase();
}

/**
 * How long to look a text up in the cache only, before providers are called, in milliseconds; null when
 * no request is sent. 0 for players with a recent response and for complete ids.
 */
export function debounceFor(text: string, isKnown: boolean): number | null {
  const identifier = parseIdentifier(text);
  if (identifier === null) return null;
  // Only the server knows whether it queries a skin service for offline UUIDs.
  if (identifier.kind === "impossible") return isOfflineUuid(identifier.id) ? 0 : null;
  if (identifier.kind !== "name" || isKnown) return 0;
  return text.length < SHORTEST ? null : DEBOUNCE_MS;
}
