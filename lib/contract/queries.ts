import { z } from "zod";
import { ApiError } from "./errors.ts";
import type { PlayerIdentifier } from "./identifiers.ts";
import {
  fallback,
  format,
  imageType,
  lookupType,
  one,
  overlay,
  size,
  texture,
  update,
  username,
  uuid,
} from "./parameters.ts";

const player = { username: username.optional(), uuid: uuid.optional() };

export const lookupQuery = z.object({ ...player, type: lookupType, update });
export const socialQuery = z.object({ social: one });
export const recentQuery = z.object({ recent: one });
export const headQuery = z.object({
  ...player,
  texture,
  type: imageType,
  size,
  format,
  overlay,
  default: fallback,
});
export const textureQuery = z.object({ ...player, texture, type: imageType });

export type LookupQuery = z.infer<typeof lookupQuery>;
export type HeadQuery = z.infer<typeof headQuery>;
export type TextureQuery = z.infer<typeof textureQuery>;

/** Parameters that name a player: an empty one is a missing one. */
const naming = new Set(["username", "uuid", "texture"]);

/**
 * Reads the known parameters of a query; unknown ones are ignored, so that links decorated by
 * others keep working.
 * @throws ApiError INVALID_PARAMETER that names the parameter.
 */
export function parseQuery<Shape extends z.ZodRawShape>(
  search: URLSearchParams,
  schema: z.ZodObject<Shape>,
): z.infer<z.ZodObject<Shape>> {
  // Without a prototype: nothing inherited may pass for a parameter.
  const values: Record<string, string> = Object.create(null);
  for (const name of Object.keys(schema.shape)) {
    const given = search.getAll(name);
    if (given.length > 1) {
      throw new ApiError("INVALID_PARAMETER", `${name} is given more than once.`);
    }
    const [value] = given;
    if (value === undefined || (naming.has(name) && /^ *$/.test(value))) continue;
    values[name] = value;
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join(".") ?? "A parameter";
  throw new ApiError("INVALID_PARAMETER", `${name} ${issue?.message ?? "is invalid"}.`);
}

/**
 * Who a query is about. `uuid` is the more exact of the two and wins.
 * @throws ApiError MISSING_PARAMETER when neither is given.
 */
export function requirePlayer(query: {
  username?: PlayerIdentifier | undefined;
  uuid?: PlayerIdentifier | undefined;
}): PlayerIdentifier {
  const identifier = query.uuid ?? query.username;
  if (identifier !== undefined) return identifier;
  throw new ApiError(
    "MISSING_PARAMETER",
    "The username parameter is missing: give a name, a UUID, an XUID or a gamertag.",
  );
}
