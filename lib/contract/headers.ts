import type { oas31 } from "zod-openapi";

/** The fixed values of `X-Texture-Source`. Any other value is the name of the service that the texture comes from. */
export const TEXTURE_SOURCES = ["player", "texture", "default", "placeholder"] as const;
export type TextureSource = (typeof TEXTURE_SOURCES)[number];

/** Every response header a client may rely on, and the schema of its value. */
export const RESPONSE_HEADERS = {
  "Access-Control-Allow-Origin": { type: "string", const: "*" },
  "X-Request-Id": { type: "string" },
  "X-Cache": { type: "string", enum: ["HIT", "MISS", "STALE"] },
  "Cache-Control": { type: "string" },
  ETag: { type: "string", pattern: '^(W/)?"[^"]+"$' },
  "Last-Modified": { type: "string" },
  "X-Texture-Source": {
    type: "string",
    examples: [...TEXTURE_SOURCES, "skins.example", "optifine"],
  },
  /** The part that is left out of an image because it could not be loaded. */
  "X-Partial": { type: "string", const: "cape" },
  "Retry-After": { type: "integer", minimum: 1 },
  RateLimit: { type: "string" },
  "RateLimit-Policy": { type: "string" },
  Allow: { type: "string" },
  Location: { type: "string", format: "uri-reference" },
  "Access-Control-Allow-Methods": { type: "string" },
  "Access-Control-Allow-Headers": { type: "string", const: "*" },
  "Access-Control-Max-Age": { type: "integer", minimum: 1 },
} as const satisfies Record<string, oas31.SchemaObject>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** More than any real client sends, in characters and in parts. */
const MAX_LENGTH = 4_096;
const MAX_PARTS = 128;

/**
 * The parts of a comma-separated request header; of one that is too long, the first that fit. Its length is
 * the client's choice, and each part takes time, so the text is cut before it is split.
 */
export function splitList(header: string): string[] {
  if (header.length <= MAX_LENGTH) return header.split(",", MAX_PARTS);
  return header.slice(0, Math.max(0, header.lastIndexOf(",", MAX_LENGTH))).split(",", MAX_PARTS);
}
