import type { z } from "zod";
import { ApiError } from "./errors.ts";
import {
  parseIdentifier,
  trimmed,
  type NameRules,
  type PlayerIdentifier,
  type TextureHash,
} from "./identifiers.ts";
import { mayBeEmpty, type Fallback, type TextureQuery } from "./queries.ts";

/** Parameters whose text is one player. */
const identifying = new Set(["username", "uuid"]);

/** Parameters that say of whom or what an image is. */
const subjects = ["username", "uuid", "texture"];

/** The values of `default` with which there is always an image. */
const shown: readonly string[] = ["steve", "alex", "auto"] satisfies Fallback[];

/** Tells whether a query names the subject of an image, or tries to. */
export function namesSubject(search: URLSearchParams): boolean {
  return subjects.some((name) => search.has(name));
}

/** Tells whether a query says which skin stands for a player who cannot be shown. */
export function hasDefaultSkin(search: URLSearchParams, schema?: z.ZodObject): boolean {
  if (schema === undefined || !("default" in schema.shape)) return false;
  return shown.includes(search.get("default") ?? "");
}

/**
 * Tells whether a query wants an image whoever it names: the text of a player may be any, such as a nickname. Without such
 * text it is a mistake of the program.
 */
export function wantsAnyImage(search: URLSearchParams, schema?: z.ZodObject): boolean {
  return namesSubject(search) && hasDefaultSkin(search, schema);
}

/** Names that people guess for the parameter of a player, in lower case. */
const guesses = new Set(
  "username usernames name names nick nickname user player players uuid uuids xuid xuids gamertag gamertags id ids".split(
    " ",
  ),
);

/**
 * The sentence that names the right parameter where a query names its player by one that is only guessed; undefined
 * where it says nothing of that kind, or has the right one.
 */
export function hintAtParameter(search: URLSearchParams, schema?: z.ZodObject): string | undefined {
  const { shape = {} } = schema ?? {};
  const right = ["username", "usernames", "q"].find((name) => name in shape);
  const isKnown = (name: string) => name in shape && search.has(name);
  if (right === undefined || [right, ...subjects].some(isKnown)) return undefined;
  const guessed = [...search.keys()].find((name) => guesses.has(name.toLowerCase()));
  return guessed && `There is no parameter ${guessed} here: send it as ${right}.`;
}

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

/** How text is read that may be a player. */
interface PlayerReading {
  rules?: NameRules | undefined;
  /** Text that can name no player is like none. */
  ignoresNobody?: boolean;
}

/**
 * Reads the known parameters of a query; unknown ones are ignored, so that links decorated by
 * others keep working.
 * @throws ApiError INVALID_PARAMETER that names the parameter.
 */
export function parseQuery<Query extends z.ZodObject>(
  search: URLSearchParams,
  schema: Query,
  reading: PlayerReading = {},
): z.infer<Query> {
  // Without what every object has, such as `constructor`.
  const values = Object.create(null) as Record<string, string | PlayerIdentifier>;
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const text = textOf(search, name, mayBeEmpty(parameter));
    if (text === undefined) continue;
    const value = identifying.has(name) ? playerIn(name, text, reading) : text;
    if (value !== undefined) values[name] = value;
  }
  const { data, error } = schema.safeParse(values);
  if (error === undefined) return data;
  const { path = [], message = "is invalid" } = error.issues[0] ?? {};
  throw new ApiError("INVALID_PARAMETER", `${path.join(".")} ${message}.`);
}

/** The text of a parameter; undefined where there is none. @throws ApiError INVALID_PARAMETER if there are several. */
function textOf(search: URLSearchParams, name: string, isField: boolean): string | undefined {
  const [text, ...others] = search.getAll(name);
  if (others.length > 0) {
    throw new ApiError("INVALID_PARAMETER", `${name} must not occur more than once.`);
  }
  const isEmpty = text !== undefined && isField && trimmed(text) === "";
  return isEmpty ? undefined : text;
}

/** The player that a parameter names. @throws ApiError INVALID_PARAMETER. */
function playerIn(
  name: string,
  text: string,
  { rules, ignoresNobody = false }: PlayerReading,
): PlayerIdentifier | undefined {
  const player = parseIdentifier(text, rules);
  if (player === null && !ignoresNobody) throw namesNobody(name, rules);
  return player ?? undefined;
}

/** The error for a parameter whose text can name no player. */
function namesNobody(name: string, rules?: NameRules): ApiError {
  const kinds = rules?.anyName
    ? "1 to 64 characters without control characters"
    : "a Java name, a UUID with or without dashes, an XUID or a Bedrock gamertag";
  return new ApiError("INVALID_PARAMETER", `${name} must be ${kinds}.`);
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
