import type { oas31 } from "zod-openapi";
import { meaningOf } from "./meanings.ts";

/** Every response header a client may rely on. */
export const RESPONSE_HEADERS = {
  "Access-Control-Allow-Origin": { schema: { type: "string", const: "*" }, example: "*" },
  "X-Request-Id": { schema: { type: "string" }, example: "01ky3v9tq8m4e7w2" },
  "X-Cache": { schema: { type: "string", enum: ["HIT", "MISS", "STALE"] }, example: "HIT" },
  "Cache-Control": {
    schema: { type: "string" },
    example: "public, max-age=1140, stale-while-revalidate=60, stale-if-error=604800",
  },
  ETag: { schema: { type: "string", pattern: '^(W/)?"[^"]+"$' }, example: '"5d1f7c3a9b2e4f60"' },
  "X-Texture-Source": {
    schema: { type: "string", enum: ["player", "default", "placeholder"] },
    example: "player",
  },
  "Retry-After": { schema: { type: "integer", minimum: 1 }, example: 30 },
  RateLimit: { schema: { type: "string" }, example: '"refresh";r=0;t=2520' },
  "RateLimit-Policy": { schema: { type: "string" }, example: '"refresh";q=1;w=3600' },
  Allow: { schema: { type: "string" }, example: "GET, HEAD, OPTIONS" },
  Location: {
    schema: { type: "string", format: "uri-reference" },
    example: "/api?username=Lantern_Lou",
  },
  "Access-Control-Allow-Methods": { schema: { type: "string" }, example: "GET, HEAD, OPTIONS" },
  "Access-Control-Allow-Headers": { schema: { type: "string", const: "*" }, example: "*" },
  "Access-Control-Max-Age": { schema: { type: "integer", minimum: 1 }, example: 86_400 },
} as const satisfies Record<string, oas31.HeaderObject>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const onEveryResponse = [
  "Access-Control-Allow-Origin",
  "X-Request-Id",
  "X-Cache",
  "Cache-Control",
] as const;

/** Only responses to OPTIONS have them, which the document describes in words. */
const onPreflight = new Set<string>([
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Headers",
  "Access-Control-Max-Age",
]);

/** The headers that an error of a status adds to those of every response. */
export const headersOfStatus: Readonly<Record<number, readonly ResponseHeader[]>> = {
  405: ["Allow"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  502: ["Retry-After"],
  503: ["Retry-After"],
};

/** Every header of GET with its meaning, as components of the OpenAPI document. */
export function headerComponents(
  meanings: Readonly<Record<ResponseHeader, string>>,
): Record<string, oas31.HeaderObject> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS)
      .filter(([name]) => !onPreflight.has(name))
      .map(([name, header]) => [name, { description: meaningOf(meanings, name), ...header }]),
  );
}

/** The headers of one response: these, and those of every response. */
export function headersWith(...names: readonly (ResponseHeader | false)[]): oas31.HeadersObject {
  return Object.fromEntries(
    [...onEveryResponse, ...names]
      .filter((name) => name !== false)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
