import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { oas31, ZodOpenApiContentObject, ZodOpenApiResponseObject } from "zod-openapi";
import { bodyExamples, headerExample } from "../../contract/captured.ts";
import { ERRORS, errorBody, errorCodes, type ErrorCode } from "../../contract/errors.ts";
import { RESPONSE_HEADERS, type ResponseHeader } from "../../contract/headers.ts";
import { headerDescription, type Descriptions } from "../../contract/descriptions.ts";
import type { Example } from "../../contract/schemas.ts";
import type { Route } from "../route.ts";

/** The endpoint whose errors are described. */
type ErrorSource = Pick<Route, "id" | "query" | "images" | "imageErrors">;

const onEveryResponse = [
  "Access-Control-Allow-Origin",
  "X-Request-Id",
  "X-Cache",
  "Cache-Control",
] as const;

/** The headers that no response to GET has: the document describes the other methods in words. */
const ofOtherMethods = new Set<string>([
  "Allow",
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Headers",
  "Access-Control-Max-Age",
]);

/** The headers that an error of a status adds to those of every response. */
const headersOfStatus: Readonly<Record<number, readonly ResponseHeader[]>> = {
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  502: ["Retry-After"],
  503: ["Retry-After"],
};

/** Every header of GET with its meaning, as components of the OpenAPI document. */
export function headerComponents(descriptions: Descriptions): Record<string, oas31.HeaderObject> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS)
      .filter(([name]) => !ofOtherMethods.has(name))
      .map(([name, schema]) => {
        const text = headerExample(name);
        const example = "minimum" in schema ? Number(text) : text;
        return [name, { description: headerDescription(descriptions, name), schema, example }];
      }),
  );
}

/** A response with these headers besides those of every response. */
export function response(
  description: string,
  names: readonly (ResponseHeader | false)[] = [],
  content?: ZodOpenApiContentObject,
): ZodOpenApiResponseObject {
  const headers = [...onEveryResponse, ...names]
    .filter((name) => name !== false)
    .map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { description, headers: Object.fromEntries(headers), ...(content && { content }) };
}

/** A JSON body. */
export function json(
  schema: z.ZodType | oas31.SchemaObject,
  examples?: Record<string, Example>,
): ZodOpenApiContentObject {
  return { "application/json": { schema, ...(examples && { examples }) } };
}

export type Responses = ReturnType<typeof createResponses>;

/** The responses that the operations of one document share; each becomes a component. */
export function createResponses(descriptions: Descriptions) {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  const share = (
    id: string,
    content: ZodOpenApiResponseObject,
    endpoint?: ErrorSource,
  ): ZodOpenApiResponseObject => {
    const known = shared.get(id) ?? { id, ...content };
    shared.set(id, known);
    // An endpoint with other examples has a response of its own.
    return endpoint === undefined || isDeepStrictEqual(known, { id, ...content })
      ? known
      : share(id + endpoint.id.replace(/^get/, "Of"), content);
  };

  const error = (status: number, codes: readonly ErrorCode[], endpoint?: ErrorSource) => {
    const { types, suffix, note, isJson } = errorBodyOf(status, endpoint);
    const isImage = types.length > 0;
    const examples = bodyExamples(endpoint?.id ?? "getProfile", status, descriptions);
    const texts = codes.map((code) => `\`${code}\`: ${descriptions.errors[code]}`);
    const reply = response(
      [...texts, ...note].join("\n\n"),
      [...(headersOfStatus[status] ?? []), isImage && "X-Texture-Source"],
      { ...imageContent(types), ...(isJson && json(errorBody, examples)) },
    );
    return share(codes.map(pascalCase).join("Or") + suffix, reply, endpoint);
  };

  return {
    /** A response for each status of these codes: several codes may share one. */
    errors(codes: readonly ErrorCode[], endpoint?: ErrorSource) {
      // In the order of the error table, so that the same codes always have the same id.
      const ordered = errorCodes.filter((code) => codes.includes(code));
      return Object.fromEntries(
        ordered.map((code) => {
          const status = ERRORS[code];
          const ofStatus = ordered.filter((other) => ERRORS[other] === status);
          return [status, error(status, ofStatus, endpoint)];
        }),
      );
    },
    notModified: (isImage: boolean) =>
      share(
        isImage ? "PictureNotModified" : "NotModified",
        response("The version in `If-None-Match` is still current. No body.", [
          "ETag",
          isImage && "X-Texture-Source",
        ]),
      ),
  };
}

/** Describes the body of an error, which is JSON, an image, or one of both. */
function errorBodyOf(status: number, { imageErrors, images, query }: Partial<ErrorSource> = {}) {
  const types = imageErrors?.includes(status) ? (images ?? []) : [];
  if (types.length === 0) return { types, suffix: "", note: [], isJson: true };
  const inFormat = types.length > 1 ? "InFormat" : "";
  const note = "The body is an image, so that an image tag still shows one";
  // `default=404` turns the image into JSON.
  return "default" in (query?.shape ?? {})
    ? {
        types,
        suffix: `ImageOrError${inFormat}`,
        note: [`${note}; with \`default=404\` it is JSON.`],
        isJson: true,
      }
    : { types, suffix: `Image${inFormat}`, note: [`${note}.`], isJson: false };
}

/** Images of these media types. */
export function imageContent(types: readonly string[]): ZodOpenApiContentObject {
  // JSON Schema has no type for binary data.
  const schema = { type: "string", format: "binary" } as const;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
