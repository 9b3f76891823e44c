import { z } from "zod";
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { endpoints, imageTypes, type Endpoint } from "./endpoints.ts";
import { bodyExamples, headerExample } from "./captured.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import { headersWith, imageContent, type Responses } from "./openapi-responses.ts";
import { parametersOf } from "./schemas.ts";

export const ifNoneMatch: oas31.ParameterObject = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of a cached version: 304 if it is still current.",
  schema: { type: "string" },
  examples: { tag: { summary: "An `ETag` as it was received", value: headerExample("ETag") } },
};

const onlyIfCached: oas31.ParameterObject = {
  name: "Cache-Control",
  in: "header",
  required: false,
  description:
    "`only-if-cached` returns the cached profile if it is fresh, otherwise 204, and queries no provider.",
  schema: { type: "string" },
  examples: { kept: { summary: "Cached responses only", value: "only-if-cached" } },
};

/** The GET operation of every path that is about players; endpoints of one path are one operation. */
export function playerPaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  const paths = [...new Set(endpoints.map(({ path }) => path.replace(/\?.*$/, "")))];
  return Object.fromEntries(
    paths.map((path) => [path, { get: playerOperation(endpointsAt(path), meanings, responses) }]),
  );
}

function endpointsAt(path: string): readonly Endpoint[] {
  return endpoints.filter((endpoint) => endpoint.path.replace(/\?.*$/, "") === path);
}

function playerOperation(
  variants: readonly Endpoint[],
  meanings: Meanings,
  responses: Responses,
): ZodOpenApiOperationObject {
  const [first] = variants;
  if (first === undefined) throw new TypeError("A path needs an endpoint.");
  const types = imageTypes(first);
  const isImage = types.length > 0;
  const takesTexture = "texture" in first.query.shape;
  const [ways, wins] = takesTexture
    ? ["`username`, `uuid` or `texture`", ", and a valid `texture` over both"]
    : ["`username` or `uuid`", ""];
  const player = `Identify the player by ${ways}. \`uuid\` wins over \`username\`${wins}.`;
  const examples = variants.map(({ id }) => bodyExamples(id, 200, meanings));
  const json = { schema: jsonBody(variants), examples: Object.assign({}, ...examples) };
  const cached = first.answersOnlyIfCached === true;
  return {
    operationId: first.id,
    summary: meaningOf(meanings.endpoints, first.id),
    description: [
      ...variantsText(variants, meanings),
      ...("username" in first.query.shape ? [player] : []),
    ].join("\n\n"),
    tags: [isImage ? "Images" : "Profiles"],
    parameters: [
      ...queryParameters(variants, meanings),
      ifNoneMatch,
      ...(cached ? [onlyIfCached] : []),
    ],
    responses: {
      200: {
        description: variants.map((variant) => responseText(variant, meanings)).join("\n\n"),
        headers: headersWith("ETag", isImage && "X-Texture-Source"),
        content: isImage ? imageContent(types) : { "application/json": json },
      },
      ...(cached && {
        204: {
          description: "With `Cache-Control: only-if-cached`: no fresh profile is cached. No body.",
          headers: headersWith(),
        },
      }),
      304: responses.notModified(isImage),
      ...responses.errors(errorsOf(variants), first),
    },
  };
}

function errorsOf(variants: readonly Endpoint[]) {
  return variants.flatMap(({ errors }) => errors);
}

/**
 * None is marked as required: each endpoint takes a player by one of several parameters, which
 * OpenAPI cannot say.
 */
function queryParameters(
  variants: readonly Endpoint[],
  meanings: Meanings,
): oas31.ParameterObject[] {
  return variants
    .flatMap(({ query }) => parametersOf(query))
    .map(({ name, meaning, schema, ...rest }) => ({
      name,
      in: "query",
      required: false,
      description: meaningOf(meanings.parameters, meaning),
      schema: schema as oas31.SchemaObject,
      ...rest,
    }));
}

function variantsText(variants: readonly Endpoint[], meanings: Meanings): string[] {
  if (variants.length === 1) return [];
  const lines = variants.map(({ id, path, required }) => {
    const example = path.includes("?") ? path : `${path}?${required.join("=…&")}=…`;
    return `- \`${example}\`: ${meaningOf(meanings.endpoints, id)}.`;
  });
  return ["One path, several responses:", lines.join("\n")];
}

function responseText({ id, response }: Endpoint, meanings: Meanings): string {
  const schema = response.kind === "json" ? response.schema.meta()?.id : undefined;
  if (schema !== undefined) return meaningOf(meanings.schemas, schema);
  return `${meaningOf(meanings.endpoints, id)}.`;
}

function jsonBody(variants: readonly Endpoint[]): z.ZodType {
  const schemas = variants.flatMap(({ response }) =>
    response.kind === "json" ? [response.schema] : [],
  );
  const [only] = schemas;
  return only !== undefined && schemas.length === 1
    ? only
    : z.union(schemas).meta({ unionOneOf: true });
}

/** `/api.php`. Most clients follow the redirect, so the operation also has the responses of `/api`. */
export function oldAddress(meanings: Meanings, responses: Responses): ZodOpenApiOperationObject {
  const variants = endpointsAt("/api");
  return {
    operationId: "redirectToApi",
    summary: "The old path of /api",
    description: "Redirects to `/api` with the same query. Both paths work.",
    tags: ["Profiles"],
    parameters: [...queryParameters(variants, meanings), ifNoneMatch],
    responses: {
      200: {
        description: "The response of `/api`, for a client that follows the redirect.",
        headers: headersWith("ETag"),
        content: { "application/json": { schema: jsonBody(variants) } },
      },
      301: {
        description: "Redirect to `/api` with the same query.",
        headers: headersWith("Location"),
      },
      304: responses.notModified(false),
      ...responses.errors(errorsOf(variants)),
    },
  };
}
