import { z } from "zod";
import { ApiError } from "./errors.ts";
import { examplePlayer } from "./examples.ts";
import {
  dashed,
  IDENTIFIER_MAX_LENGTH,
  isTextureHash,
  parseIdentifier,
  type PlayerIdentifier,
  type TextureHash,
} from "./identifiers.ts";
import { poses, viewsAt } from "./views.ts";

/*
 * Every query parameter, as the text a client sends. Integers are digits only: Number() would take
 * "0x40" and " 64 ", parseInt would take "64abc". The metadata is what OpenAPI says of a parameter:
 * where the text stands for a number or a truth value, it says so instead of describing digits. The
 * description is the name of its text in the messages, if that is not the parameter's.
 */

/** One of these texts. */
const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);

const identifier = z
  .string()
  .transform((text, context) => {
    const parsed = parseIdentifier(text, true);
    if (parsed !== null) return parsed;
    context.addIssue({
      code: "custom",
      message: "must be 1 to 64 characters without control characters",
    });
    return z.NEVER;
  })
  .meta({ minLength: 1, maxLength: IDENTIFIER_MAX_LENGTH })
  .optional();

const idExamples = {
  uuid: { summary: "A Java UUID", value: dashed(examplePlayer.uuid) },
  plain: { summary: "A Java UUID without dashes", value: examplePlayer.uuid },
  floodgate: { summary: "A Floodgate UUID", value: examplePlayer.floodgateUuid },
  xuid: { summary: "An XUID", value: examplePlayer.xuid },
};

const nameExamples = {
  name: { summary: "A name, looked up in both editions", value: examplePlayer.javaName },
  gamertag: { summary: "A Bedrock gamertag", value: examplePlayer.gamertag },
  prefixed: { summary: "A gamertag as Floodgate writes it", value: ".Lantern_Lou" },
};

const player = {
  username: identifier.meta({ param: { examples: { ...nameExamples, ...idExamples } } }),
  uuid: identifier.meta({ param: { examples: idExamples } }),
};

/** Null when it is malformed: that is an error only where there is no player either. */
const texture = z
  .string()
  .transform((text) => {
    const hash = text.toLowerCase();
    return isTextureHash(hash) ? (hash.replace(/^0+(?=.)/, "") as TextureHash) : null;
  })
  .optional()
  .meta({
    pattern: "^[0-9A-Fa-f]{1,64}$",
    param: {
      examples: { skin: { summary: "The hash of a skin", value: examplePlayer.skinTexture } },
    },
  });

const type = choice("all", "java", "bedrock").default("all");
export type LookupType = z.infer<typeof type>;

const flag = (byDefault: boolean) =>
  choice("true", "false")
    .transform((text) => text === "true")
    .default(byDefault)
    .meta({ override: { type: "boolean", enum: undefined, default: byDefault } });

const MAX_HEAD = 512;
const MAX_VIEW = 1_024;
/** In a multiple of this size, all pixels of a texture are equally large in a flat view. */
export const EVEN_SIZES = { headSize: 8, bustSize: 16, bodySize: 32, capeSize: 16 } as const;

const sizeFrom = (
  min: number,
  byDefault: number,
  description: keyof typeof EVEN_SIZES,
  most = MAX_VIEW,
) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,3}$/, `must be a whole number from ${min} to ${most}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(most, `must be at most ${most}`))
    .default(byDefault)
    .meta({
      description,
      override: {
        type: "integer",
        minimum: min,
        maximum: most,
        default: byDefault,
        pattern: undefined,
      },
      param: {
        examples: {
          list: {
            summary: "An image beside a name",
            value: Math.ceil(80 / EVEN_SIZES[description]) * EVEN_SIZES[description],
          },
          largest: { summary: "The largest", value: most },
        },
      },
    });

const format = choice("png", "webp").default("png");

const fallback = choice("steve", "alex", "auto", "404").optional();
export type Fallback = NonNullable<z.infer<typeof fallback>>;

const headView = choice(...viewsAt("/head"))
  .default("front")
  .describe("headView");
const bodyView = choice(...viewsAt("/body"))
  .default("front")
  .describe("bodyView");
const capeView = choice("texture", "front", "back", "elytra")
  .default("texture")
  .describe("capeView");

/** How far two cameras are apart at least: almost the same view is the same image. */
const STEP = 5;

/** The angle that is drawn for one of -180 to 180 degrees. -180 is 180. */
export function drawnAngle(angle: number): number {
  const rounded = Math.round(angle / STEP) * STEP;
  return rounded === -180 ? 180 : rounded + 0;
}

/** An angle in degrees. */
const degrees = (most: number) => {
  const message = `must be a number from ${-most} to ${most}`;
  return z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,9})?$/, message)
    .transform(Number)
    .pipe(z.number().min(-most, message).max(most, message))
    .transform(drawnAngle)
    .optional()
    .meta({ override: { type: "number", minimum: -most, maximum: most, pattern: undefined } });
};

/** From where a player is seen. `view` names a camera; each of these changes something of it. */
const camera = {
  yaw: degrees(180),
  pitch: degrees(90),
  projection: choice("orthographic", "perspective").optional(),
};
const pose = choice(...poses).optional();

const model = choice("classic", "slim").optional();

const one = z.literal("1", "must be 1");

/** The most players of one request. */
export const MAX_BATCH = 50;

const usernames = z
  .string()
  .transform((text) => text.split(","))
  .refine((names) => names.length <= MAX_BATCH, `must name at most ${MAX_BATCH} players`)
  .meta({ minLength: 1 })
  .optional();

export const lookupQuery = z.object({ ...player, type, update: flag(false) });
export const batchQuery = z.object({ usernames, type });
export const historyQuery = z.object({ ...player, type });
export const socialQuery = z.object({ social: one });
export const recentQuery = z.object({ recent: one });
/** Whose image, or of which texture. */
const subject = { ...player, texture, type: type.describe("imageType") };
/** How a figure is drawn. */
const figure = (size: ReturnType<typeof sizeFrom>) => ({
  size,
  format,
  overlay: flag(true),
  model,
  default: fallback,
});

export const headQuery = z
  .object({
    ...subject,
    view: headView,
    ...camera,
    ...figure(sizeFrom(8, 64, "headSize", MAX_HEAD)),
  })
  .omit({ model: true });
export const bustQuery = z.object({
  ...subject,
  ...camera,
  ...figure(sizeFrom(16, 128, "bustSize")),
});
export const bodyQuery = z.object({
  ...subject,
  view: bodyView,
  ...camera,
  pose,
  ...figure(sizeFrom(16, 256, "bodySize")),
});
export const cardQuery = z.object({ ...subject, ...figure(sizeFrom(16, 256, "bodySize")) });
export const skinQuery = z.object(subject);
export const capeQuery = z.object({
  ...subject,
  view: capeView,
  size: sizeFrom(16, 128, "capeSize"),
  format,
});

export type HeadQuery = z.infer<typeof headQuery>;
/** What all images have in common. */
export type TextureQuery = z.infer<typeof skinQuery>;

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

type NameOf<Query> = Query extends z.ZodObject<infer Shape> ? keyof Shape & string : never;
type AnyQuery =
  | typeof lookupQuery
  | typeof batchQuery
  | typeof socialQuery
  | typeof recentQuery
  | typeof bodyQuery;

/** The name of what a query parameter means: its own, where it means the same everywhere. */
export type ParameterDescription =
  | Exclude<NameOf<AnyQuery>, "view">
  | `${"head" | "body" | "cape"}View`
  | keyof typeof EVEN_SIZES
  | "imageType";
