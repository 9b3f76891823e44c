import type { z } from "zod";
import { ApiError } from "./errors.ts";
import {
  parseIdentifier,
  trimmed,
  type NameRules,
  type PlayerIdentifier,
  type TextureHash,
} from "./identifiers.ts";
import { mayBeEmpty, type TextureQuery } from "./queries.ts";

/** Parameters whose text is one player. */
const identifying = new Set(["username", "uuid"]);

/**
 * The parameters of a query that a route knows, in its own order: the same for all spellings of what is the same to
 * it.
 */
export function knownIn(search: URLSearchParams, schema?: z.ZodObject): URLSearchParams {
  const known = new URLSearchParams();
  for (const name in schema?.shape) {
    if (!search.has(name)) continue;
    for (const text of search.getAll(name)) known.append(name, text);
  }
  return known;
}

/**
 * Reads the known parameters of a query; unknown ones are ignored, so that links decorated by
 * others keep working.
 * @throws ApiError INVALID_PARAMETER that names the parameter.
 */
export function parseQuery<Query extends z.ZodObject>(
  search: URLSearchParams,
  schema: Query,
  rules?: NameRules,
): z.infer<Query> {
  // Without what every object has, such as `constructor`.
  const values = Object.create(null) as Record<string, string | PlayerIdentifier>;
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const text = search.get(name);
    if (text === null) continue;
    if (search.getAll(name).length > 1) {
      throw new ApiError("INVALID_PARAMETER", `${name} must not occur more than once.`);
    }
    if (mayBeEmpty(parameter) && trimmed(text) === "") continue;
    values[name] = identifying.has(name) ? playerIn(name, text, rules) : text;
  }
  const { data, error } = schema.safeParse(values);
  if (error === undefined) return data;
  const { path = [], message = "is invalid" } = error.issues[0] ?? {};
  throw new ApiError("INVALID_PARAMETER", `${path.join(".")} ${message}.`);
}

/** The player that a parameter names. @throws ApiError INVALID_PARAMETER. */
function playerIn(name: string, text: string, rules?: NameRules): PlayerIdentifier {
  const identifier = parseIdentifier(text, rules);
  if (identifier !== null) return identifier;
  const kinds = rules?.anyName
    ? "1 to 64 characters without control characters"
    : "a Java name, a UUID with or without dashes, an XUID or a Bedrock gamertag";
  throw new ApiError("INVALID_PARAMETER", `${name} must be ${kinds}.`);
}

/**
 * Finds what an image shows: a texture, a player, or a texture with the player who is shown if there is no such
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
