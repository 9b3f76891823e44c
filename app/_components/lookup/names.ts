import { parseIdentifier } from "../../../lib/contract/identifiers.ts";

/** Fewer letters name too many players who are not meant. */
const SHORTEST = 3;

/** How soon after the last key the service is asked at all. */
export const PAUSE_MS = 40;
/**
 * How much longer it says only what it knows already, for a name that may be the start of another
 * one: a provider would be asked for each.
 */
export const QUIET_MS = 360;

/** What was typed or pasted, without the white space around it. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** One spelling for all that mean the same name: case, spaces and the dot of Bedrock do not count. */
export function spelling(name: string): string {
  return tidy(name).replace(/^\./, "").replace(/[ _]+/g, " ").toLowerCase();
}

/** Whether any player can be meant at all. */
export function isPossible(text: string): boolean {
  return parseIdentifier(text) !== null;
}

/**
 * How long a text is asked about without asking a provider, milliseconds; null when there is nothing
 * to ask. Not at all for whom the service has lately answered, and for whole ids: nobody types on.
 */
export function quietFor(text: string, isKnown: boolean): number | null {
  const identifier = parseIdentifier(text);
  if (identifier === null || identifier.kind === "impossible") return null;
  if (identifier.kind !== "name" || isKnown) return 0;
  return text.length < SHORTEST ? null : QUIET_MS;
}
