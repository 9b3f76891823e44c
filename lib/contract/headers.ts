import type { oas31 } from "zod-openapi";
import { headerExample } from "./captured.ts";
import { meaningOf } from "./meanings.ts";
import { RESPONSE_HEADERS, type ResponseHeader } from "./response-headers.ts";

export { RESPONSE_HEADERS, type ResponseHeader };

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
