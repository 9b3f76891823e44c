import type { oas31 } from "zod-openapi";
import { headerExample } from "./captured.ts";
import { meaningOf } from "./meanings.ts";

/** Every response header a client may rely on, and the schema of its value. */
export const RESPONSE_HEADERS = {
  "Access-Control-Allow-Origin": { type: "string", const: "*" },
  "X-Request-Id": { type: "string" },
  "X-Cache": { type: "string", enum: ["HIT", "MISS", "STALE"] },
  "Cache-Control": { type: "string" },
  ETag: { type: "string", pattern: '^(W/)?"[^"]+"$' },
  "X-Texture-Source": { type: "string", enum: ["player", "default", "placeholder"] },
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

const onEveryResponse = [
  "Access-Control-Allow-Origin",
  "X-Request-Id",
  "X-Cache",
  "Cache-Control",
] as const;

/** No response to GET has them: the document describes the other methods in words. */
const ofOtherMethods = new Set<string>([
  "Allow",
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Headers",
  "Access-Control-Max-Age",
]);

/** The headers that an error of a status adds to those of every response. */
export const headersOfStatus: Readonly<Record<number, readonly ResponseHeader[]>> = {
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
      .filter(([name]) => !ofOtherMethods.has(name))
      .map(([name, schema]) => {
        const text = headerExample(name);
        const example = "minimum" in schema ? Number(text) : text;
        return [name, { description: meaningOf(meanings, name), schema, example }];
      }),
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
