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

export const username = identifier;

export const uuid = identifier;

export const lookupType = z
  .enum(["all", "java", "bedrock"], "must be all, java or bedrock")
  .default("all");
export type LookupType = z.infer<typeof lookupType>;

export const imageType = z
  .enum(["all", "java", "bedrock"], "must be all, java or bedrock")
  .default("all");

const flag = z
  .enum(["true", "false"], "must be true or false")
  .transform((text) => text === "true");

export const update = flag.default(false);

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
  .default(HEAD_SIZE.default);

export const format = z.enum(["png", "webp"], "must be png or webp").default("png");

export const overlay = flag.default(true);

export const fallback = z
  .enum(["steve", "alex", "auto", "404"], "must be steve, alex, auto or 404")
  .optional();
export type Fallback = NonNullable<z.infer<typeof fallback>>;

export const texture = z
  .string()
  .toLowerCase()
  .refine(isTextureHash, "must be 1 to 64 hexadecimal digits")
  .transform((hash) => hash as TextureHash)
  .optional()
  .meta({ pattern: "^[0-9A-Fa-f]{1,64}$" });

export const one = z.literal("1", "must be 1");
