import { z } from "zod";
import { examplePlayer } from "./examples.ts";
import {
  dashed,
  IDENTIFIER_MAX_LENGTH,
  isTextureHash,
  trimmed,
  type PlayerIdentifier,
  type TextureHash,
} from "./identifiers.ts";
import { drawnAngle, poses, viewsAt, type PoseName } from "./views.ts";

/*
 * Every query parameter, as the text a client sends. Integers are digits only: Number() would take
 * "0x40" and " 64 ", parseInt would take "64abc". The metadata is what OpenAPI says of a parameter:
 * where the text stands for a number or a truth value, it says so instead of describing digits. The
 * description is the name of its text in the messages, if that is not the parameter's.
 */

/** One of these texts. */
const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);

const fields = z.registry();

/** A field of a form, which sends those that nobody filled in, too: an empty parameter is a missing one. */
function field<Schema extends z.ZodType>(schema: Schema): Schema {
  fields.add(schema);
  return schema;
}

/** Tells whether an empty parameter of this schema counts as missing. */
export const mayBeEmpty = (schema: z.ZodType): boolean => fields.has(schema);

/** `parseQuery` reads the text, by the rules of the instance. */
const identifier = z
  .custom<PlayerIdentifier>()
  .meta({ override: { type: "string", minLength: 1, maxLength: IDENTIFIER_MAX_LENGTH } })
  .optional();

const javaIdExamples = {
  uuid: { summary: "A Java UUID", value: dashed(examplePlayer.uuid) },
  plain: { summary: "A Java UUID without dashes", value: examplePlayer.uuid },
};

const idExamples = {
  ...javaIdExamples,
  floodgate: { summary: "A Floodgate UUID", value: examplePlayer.floodgateUuid },
  xuid: { summary: "An XUID", value: examplePlayer.xuid },
};

const javaNameExamples = {
  name: { summary: "A name, looked up in both editions", value: examplePlayer.javaName },
};

const nameExamples = {
  ...javaNameExamples,
  gamertag: { summary: "A Bedrock gamertag", value: examplePlayer.gamertag },
  prefixed: { summary: "A gamertag as Floodgate writes it", value: ".Lantern_Lou" },
};

const player = {
  username: field(identifier.meta({ param: { examples: { ...nameExamples, ...idExamples } } })),
  uuid: field(identifier.meta({ param: { examples: idExamples } })),
};

/** Null when it is malformed: that is an error only where there is no player either. */
const texture = z
  .string()
  .transform((text) => {
    const hash = text.toLowerCase();
    return isTextureHash(hash) ? (hash.replace(/^0+(?=.)/, "") as TextureHash) : null;
  })
  .optional();

const textureExample = (kind: "skin" | "cape") => ({
  pattern: "^[0-9A-Fa-f]{1,64}$",
  param: {
    examples: {
      [kind]: { summary: `The hash of a ${kind}`, value: examplePlayer[`${kind}Texture`] },
    },
  },
});

const type = choice("all", "java", "bedrock").default("all");
export type LookupType = z.infer<typeof type>;

const flag = (byDefault: boolean) =>
  choice("true", "false")
    .transform((text) => text === "true")
    .default(byDefault)
    .meta({ override: { type: "boolean", enum: undefined, default: byDefault } });

/** A face from the front: more pixels than that show no more. */
export const MAX_FACE = 512;
const MAX_VIEW = 1_024;
/** In a multiple of this size, all pixels of a texture are equally large in a flat view. */
export const EVEN_SIZES = { headSize: 8, bustSize: 16, bodySize: 32, capeSize: 16 } as const;

const sizeFrom = (
  min: number,
  byDefault: number,
  description: keyof typeof EVEN_SIZES,
  /** The usual maximum. The conditions of a larger one are checked with the whole query. */
  usual = MAX_VIEW,
) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,3}$/, `must be a whole number from ${min} to ${usual}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`))
    .refine((size) => usual !== MAX_VIEW || size <= MAX_VIEW, `must be at most ${MAX_VIEW}`)
    .default(byDefault)
    .meta({
      description,
      override: {
        type: "integer",
        minimum: min,
        maximum: MAX_VIEW,
        default: byDefault,
        pattern: undefined,
      },
      param: {
        examples: {
          list: {
            summary: "An image beside a name",
            value: Math.ceil(80 / EVEN_SIZES[description]) * EVEN_SIZES[description],
          },
          largest: {
            summary: "The largest",
            value: usual,
          },
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
/** Without one it depends on the size: see `capeLook`. */
const capeView = choice("texture", "front", "back", "elytra").optional().describe("capeView");

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
  yaw: field(degrees(180)),
  pitch: field(degrees(90)),
  projection: choice("orthographic", "perspective").optional(),
};
const pose = choice(...poses).optional();

interface CameraQuery {
  yaw?: number | undefined;
  pitch?: number | undefined;
  projection?: "orthographic" | "perspective" | undefined;
  pose?: PoseName | undefined;
}

/** True if a query asks for another camera or pose than `view` names: then the player is drawn in space. */
export function hasCamera({ yaw, pitch, projection, pose: standing }: CameraQuery): boolean {
  const isPosed = standing !== undefined && standing !== "standing";
  return yaw !== undefined || pitch !== undefined || projection === "perspective" || isPosed;
}

const model = choice("classic", "slim").optional();

/** Parts that a profile includes on request. */
const textures = z.enum(["signed"], "must be signed").optional();

const one = z.literal("1", "must be 1");

/** The most players of one request. */
export const MAX_BATCH = 50;

/** Not one within a UUID as the game writes it: `[I;1,-2,3,-4]`. */
const COMMA = /,(?![-\d, ]{0,48}\])/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/** The names in a list with commas, line breaks or both. */
function namesIn(text: string): string[] {
  const lines = text.split(LINE_BREAK);
  const names = lines.flatMap((line) => line.split(COMMA));
  return lines.length === 1 ? names : names.filter((name) => trimmed(name) !== "");
}

const usernames = z
  .string()
  .transform(namesIn)
  .refine((names) => names.length <= MAX_BATCH, `must name at most ${MAX_BATCH} players`)
  .meta({ minLength: 1 })
  .optional()
  .meta({
    param: {
      examples: {
        names: {
          summary: "A Java name and a gamertag",
          value: `${examplePlayer.javaName},Mossy Minnow`,
        },
      },
    },
  });

/** The body of a POST: a list of players, one in each text. `type` counts for more than that of the URL. */
export const batchList = z.union([
  z.array(z.string()),
  z.object({ usernames: z.array(z.string()), type: type.unwrap().optional(), textures }),
]);
/** The longest such body, in bytes: all players of a list, however their names are escaped. */
export const MAX_BATCH_BODY = 32_768;

export const lookupQuery = z.object({ ...player, type, textures, update: flag(false) });
export const batchQuery = z.object({ usernames: field(usernames), type, textures });
/** The beginning of a name; any text, with which no name may begin. */
const beginning = z
  .string()
  .max(IDENTIFIER_MAX_LENGTH, `must have at most ${IDENTIFIER_MAX_LENGTH} characters`)
  .optional()
  .meta({
    param: {
      examples: {
        name: { summary: "A name of Java Edition", value: "lan" },
        gamertag: { summary: "A gamertag, with a space", value: "mossy m" },
      },
    },
  });

export const suggestQuery = z.object({ q: field(beginning) });
export const historyQuery = z.object({ ...player, type });
export const socialQuery = z.object({ social: one });
export const recentQuery = z.object({ recent: one });
/** These name the player or the texture that an image shows. */
const subject = {
  ...player,
  texture: field(texture.meta(textureExample("skin"))),
  type: type.describe("imageType"),
};
/** No public source knows capes of Bedrock players. */
const capeSubject = {
  username: field(
    identifier.meta({ param: { examples: { ...javaNameExamples, ...javaIdExamples } } }),
  ),
  uuid: field(identifier.meta({ param: { examples: javaIdExamples } })),
  texture: field(texture.meta(textureExample("cape"))),
  type: subject.type,
};
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
    ...figure(sizeFrom(8, 64, "headSize", MAX_FACE)),
  })
  .omit({ model: true })
  .superRefine((query, context) => {
    const isFlat = query.view === "front" && !hasCamera(query);
    const most = isFlat ? MAX_FACE : MAX_VIEW;
    const why = `. A flat head shows no more in more pixels; with view=iso, it is at most ${MAX_VIEW}`;
    const message = `must be at most ${most}${isFlat ? why : ""}`;
    if (query.size > most) context.addIssue({ code: "custom", path: ["size"], message });
  });
export const bustQuery = z.object({
  ...subject,
  ...camera,
  cape: flag(false),
  ...figure(sizeFrom(16, 128, "bustSize")),
});
export const bodyQuery = z.object({
  ...subject,
  view: bodyView,
  ...camera,
  pose,
  cape: flag(false),
  shadow: flag(false),
  ...figure(sizeFrom(16, 256, "bodySize")),
});
export const cardQuery = z.object({
  ...subject,
  cape: flag(false),
  ...figure(sizeFrom(16, 256, "bodySize")),
});
/** The file itself as PNG, or its pixels as WebP. */
const textureFormat = format.describe("textureFormat");

export const skinQuery = z.object({ ...subject, format: textureFormat });

const CAPE_SIZE = 128;
const capeSize = sizeFrom(16, CAPE_SIZE, "capeSize");
export const capeQuery = z
  .object({
    ...capeSubject,
    view: capeView,
    // Its presence decides what is shown.
    size: capeSize
      .unwrap()
      .optional()
      .meta(capeSize.meta() ?? {}),
    format: textureFormat,
  })
  .superRefine(({ view, size }, context) => {
    if (view !== "texture" || size === undefined) return;
    const message = "must be left out with view=texture: a texture keeps its own size";
    context.addIssue({ code: "custom", path: ["size"], message });
  });

/** Decides what is shown of a cape: its texture, or the cape as it is worn where a size says how large. */
export function capeLook({ view, size }: Pick<z.infer<typeof capeQuery>, "view" | "size">) {
  const shown = view ?? (size === undefined ? "texture" : "front");
  return { view: shown, size: size ?? CAPE_SIZE };
}

export type HeadQuery = z.infer<typeof headQuery>;
/** These are common to all images. */
export type TextureQuery = Omit<z.infer<typeof skinQuery>, "format">;
