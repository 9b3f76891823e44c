import {
  editionMeant,
  isXuid,
  nameInJava,
  trimmed,
  type PlayerIdentifier,
} from "../../lib/contract/identifiers.ts";

/** A hint for a player who was not found: which edition was searched, or what to try. */
export type MissingHint = "edition" | "notOffered.hint" | "spelling" | "renamed" | OnlyHint;
type OnlyHint = `only.${"javaName" | "gamertag" | "uuid" | "xuid" | "digits" | "nobody"}`;

/**
 * The hints for an identifier that nobody was found by. Most are searched in one edition only, and nothing is said of the
 * other. Skin services are searched for whatever Java Edition is.
 * @param id The identifier as it was written.
 * @param offersBedrock False where only Java Edition is searched.
 */
export function missingHints(
  id: string,
  identifier: PlayerIdentifier | null,
  offersBedrock: boolean,
): MissingHint[] {
  const isText = identifier === null || identifier.kind === "name";
  if (isText && !offersBedrock) return ["notOffered.hint", "spelling", "renamed"];
  switch (identifier?.kind) {
    case undefined:
      return ["edition", "spelling", "renamed"];
    case "java-uuid":
      return ["only.uuid"];
    case "xuid":
      return isXuid(trimmed(id)) ? ["only.xuid", "only.digits"] : ["only.xuid"];
    case "impossible":
      return ["only.nobody"];
    case "name": {
      const isOnlyJava = editionMeant(identifier) === "java";
      const isOnlyBedrock = nameInJava(identifier) === undefined && identifier.xuid === undefined;
      if (isOnlyJava) return ["only.javaName", "spelling", "renamed"];
      return [isOnlyBedrock ? "only.gamertag" : "edition", "spelling", "renamed"];
    }
  }
}
