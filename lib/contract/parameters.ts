import { z } from "zod";
import {
  IDENTIFIER_MAX_LENGTH,
  isTextureHash,
  parseIdentifier,
  type TextureHash,
} from "./identifiers.ts";

/*
 * Every query parameter, as the text a client sends. Integers are digits only: Number() would take
 * "0x40" and " 64 ", parseInt would take "64abc".
 */

export const HEAD_SIZE = { min: 8, max: 512, default: 64 } as const;

const identifierMessage =
  "must be a Java name, a UUID with or without dashes, an XUID or a Bedrock gamertag";

const identifier = z
  .string()
  .transform((text, context) => {
    const parsed = parseIdentifier(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: identifierMessage });
    return z.NEVER;
  })
  .meta({ minLength: 1, maxLength: IDENTIFIER_MAX_LENGTH });

export const username = identifier.describe(
  "The player: a Java name, a UUID with or without dashes, an XUID, or a Bedrock gamertag (with or without the `.` prefix, spaces or `_` for spaces).",
);

export const uuid = identifier.describe("An alternative to username; takes the same values.");

export const lookupType = z
  .enum(["all", "java", "bedrock"], "must be all, java or bedrock")
  .default("all")
  .describe("Which edition to ask. `bedrock` never asks a Java provider.");
export type LookupType = z.infer<typeof lookupType>;

export const imageType = z
  .enum(["all", "java", "bedrock"], "must be all, java or bedrock")
  .default("all")
  .describe(
    "Which edition's texture; `all` takes Java's, or Bedrock's when Java has no such player.",
  );

const flag = z
  .enum(["true", "false"], "must be true or false")
  .transform((text) => text === "true");

export const update = flag
  .default(false)
  .describe("`true` fetches anew. Once an hour per client and once an hour per profile.");

export const size = z
  .string()
  .regex(/^[1-9][0-9]{0,3}$/, `must be a whole number from ${HEAD_SIZE.min} to ${HEAD_SIZE.max}`)
  .transform(Number)
  .pipe(
    z
      .int()
      .min(HEAD_SIZE.min, `must be at least ${HEAD_SIZE.min}`)
      .max(HEAD_SIZE.max, `must be at most ${HEAD_SIZE.max}`),
  )
  .default(HEAD_SIZE.default)
  .describe("The side of the square in pixels. 64, 80 and 512 are the usual ones.");

export const format = z
  .enum(["png", "webp"], "must be png or webp")
  .default("png")
  .describe("The image format. webp is lossless too, and smaller.");

export const overlay = flag.default(true).describe("`false` removes the hat layer.");

export const fallback = z
  .enum(["steve", "alex", "auto", "404"], "must be steve, alex, auto or 404")
  .optional()
  .describe(
    "What to send for an unknown player: that default head with status 200 (`auto` chooses by UUID as the game does), or the JSON error. Left out: the default head with status 404.",
  );
export type Fallback = NonNullable<z.infer<typeof fallback>>;

export const texture = z
  .string()
  .toLowerCase()
  .refine(isTextureHash, "must be 1 to 64 hexadecimal digits")
  .transform((hash) => hash as TextureHash)
  .optional()
  .describe("A texture by its hash, in place of a player: a picture that never changes.")
  .meta({ pattern: "^[0-9A-Fa-f]{1,64}$" });

export const one = z.literal("1", "must be 1");
