import { parseIdentifier } from "../../../lib/contract/identifiers.ts";

/** Fewer letters name too many players who are not meant. */
const SHORTEST = 3;

/** How soon after the last key the service is asked. */
export const PAUSE_MS = {
  /** For whom the service has lately answered, and for whole ids: nobody types on. */
  known: 80,
  /** For a name that may be the start of another one: an upstream would be asked for each. */
  unknown: 400,
} as const;

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

/** How long to wait for the next key before asking; null when there is nothing to ask. */
export function pauseBefore(text: string, isKnown: boolean): number | null {
  const identifier = parseIdentifier(text);
  if (identifier === null || identifier.kind === "nobody") return null;
  if (identifier.kind !== "name" || isKnown) return PAUSE_MS.known;
  return text.length < SHORTEST ? null : PAUSE_MS.unknown;
}
