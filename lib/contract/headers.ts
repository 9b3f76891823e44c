import { meaningOf } from "./meanings.ts";
import type { Header, Reference } from "./openapi-types.ts";

/** Every response header a client may rely on. */
export const RESPONSE_HEADERS = {
  "Access-Control-Allow-Origin": {
    schema: { type: "string", const: "*" },
    example: "*",
  },
  "X-Request-Id": {
    schema: { type: "string" },
    example: "01ky3v9tq8m4e7w2",
  },
  "X-Cache": {
    schema: { type: "string", enum: ["HIT", "MISS", "STALE"] },
    example: "HIT",
  },
  "Cache-Control": {
    schema: { type: "string" },
    example: "public, max-age=1140, stale-while-revalidate=60, stale-if-error=604800",
  },
  ETag: {
    schema: { type: "string", pattern: '^(W/)?"[^"]+"$' },
    example: '"5d1f7c3a9b2e4f60"',
  },
  Age: {
    schema: { type: "integer", minimum: 0 },
    example: 4210,
  },
  "X-Texture-Source": {
    schema: { type: "string", enum: ["player", "default", "placeholder"] },
    example: "player",
  },
  "Retry-After": {
    schema: { type: "integer", minimum: 1 },
    example: 30,
  },
  RateLimit: {
    schema: { type: "string" },
    example: '"refresh";r=0;t=2520',
  },
  "RateLimit-Policy": {
    schema: { type: "string" },
    example: '"refresh";q=1;w=3600',
  },
  Allow: {
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
  Location: {
    schema: { type: "string", format: "uri-reference" },
    example: "/api?username=Lantern_Lou",
  },
  "Access-Control-Allow-Methods": {
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
  "Access-Control-Allow-Headers": {
    schema: { type: "string", const: "*" },
    example: "*",
  },
  "Access-Control-Max-Age": {
    schema: { type: "integer", minimum: 1 },
    example: 86_400,
  },
} as const satisfies Record<string, Omit<Header, "description">>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const onEveryAnswer = [
  "Access-Control-Allow-Origin",
  "X-Request-Id",
  "X-Cache",
  "Cache-Control",
] as const;

/** Every header with its meaning, as components of the OpenAPI document. */
export function explainedHeaders(
  meanings: Readonly<Record<ResponseHeader, string>>,
): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, header]) => [
      name,
      { description: meaningOf(meanings, name), ...header },
    ]),
  );
}

/** The headers of one response, those of every answer included. */
export function headersWith(names: readonly ResponseHeader[] = []): Record<string, Reference> {
  return Object.fromEntries(
    [...onEveryAnswer, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
