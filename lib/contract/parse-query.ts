import type { z } from "zod";
import { ApiError } from "./errors.ts";
import { parseIdentifier, type PlayerIdentifier, type TextureHash } from "./identifiers.ts";
import type { TextureQuery } from "./queries.ts";

/** Where an empty parameter is a missing one: forms send the fields that nobody filled in. */
const mayBeEmpty = new Set(["username", "usernames", "uuid", "texture", "yaw", "pitch"]);

/** Parameters whose text is one player. */
const identifying = ["username", "uuid"];

/**
 * Reads the known parameters of a query; unknown ones are ignored, so that links decorated by
 * others keep working.
 * @param anyName Whether skin services are queried: their players may have any name.
 * @throws ApiError INVALID_PARAMETER that names the parameter.
 */
export function parseQuery<Query extends z.ZodObject>(
  search: URLSearchParams,
  schema: Query,
  anyName = false,
): z.infer<Query> {
  // Without what every object has, such as `constructor`.
  const texts = Object.create(null) as Record<string, string>;
  for (const name in schema.shape) {
    const [text, ...more] = search.getAll(name);
    if (more.length > 0) {
      throw new ApiError("INVALID_PARAMETER", `${name} must not occur more than once.`);
    }
    const isMissing = text === undefined || (mayBeEmpty.has(name) && /^ *$/.test(text));
    if (!isMissing) texts[name] = text;
  }
  const isMalformed = (name: string) =>
    texts[name] !== undefined && parseIdentifier(texts[name]) === null;
  const malformed = anyName ? undefined : identifying.find(isMalformed);
  if (malformed !== undefined) {
    const kinds = "a Java name, a UUID with or without dashes, an XUID or a Bedrock gamertag";
    throw new ApiError("INVALID_PARAMETER", `${malformed} must be ${kinds}.`);
  }
  const { data, error } = schema.safeParse(texts);
  if (error === undefined) return data;
  const { path = [], message = "is invalid" } = error.issues[0] ?? {};
  throw new ApiError("INVALID_PARAMETER", `${path.join(".")} ${message}.`);
}

/**
 * What an image is of: a texture, a player, or a texture with the player who is shown if there is no such
 * texture.
 * @throws ApiError MISSING_PARAMETER when nothing is given, INVALID_PARAMETER for a malformed texture alone.
 */
export function requireSubject(
  query: TextureQuery,
):
  | { texture: TextureHash; player: PlayerIdentifier | undefined }
  | { texture: undefined; player: PlayerIdentifier } {
  const { texture, uuid, username } = query;
  if (texture) return { texture, player: uuid ?? username };
  if (texture === null && uuid === undefined && username === undefined) {
    throw new ApiError("INVALID_PARAMETER", "texture must be 1 to 64 hexadecimal digits.");
  }
  return { texture: undefined, player: requirePlayer(query) };
}

/**
 * The player of a query. `uuid` is more exact than `username` and wins.
 * @throws ApiError MISSING_PARAMETER when neither is given.
 */
export function requirePlayer(query: Pick<TextureQuery, "username" | "uuid">): PlayerIdentifier {
  const identifier = query.uuid ?? query.username;
  if (identifier !== undefined) return identifier;
  throw new ApiError(
    "MISSING_PARAMETER",
    "The username parameter is missing. Send a name, a UUID, an XUID or a gamertag.",
  );
}
