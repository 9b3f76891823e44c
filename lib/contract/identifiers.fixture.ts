import fc from "fast-check";
import { floodgateUuid, identifierKey, isXuid, parseIdentifier } from "./identifiers.ts";

/** The key of what a text names; a text that is refused has one that no player has. */
export function keyOf(text: string): string {
  const identifier = parseIdentifier(text);
  return identifier === null ? `refused: ${JSON.stringify(text)}` : identifierKey(identifier);
}

export function floodgateOf(digits: string): string {
  if (!isXuid(digits)) throw new TypeError(`${digits} is no XUID`);
  return floodgateUuid(digits);
}

export const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters));

export const often = { numRuns: 300 };
