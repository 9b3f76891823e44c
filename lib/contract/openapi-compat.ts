import { z } from "zod";
import type { oas31, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { compatServices, schemeOf, type CompatService } from "./compat.ts";
import type { JsonEndpoint } from "./compat/json.ts";
import type { Endpoint } from "./endpoints.ts";
import { examplePlayer } from "./examples.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import { ifNoneMatch } from "./openapi-operations.ts";
import { headersWith, imageContent, type Responses } from "./openapi-responses.ts";
import { skinQuery } from "./queries.ts";

const errorsOfJson = ["URI_TOO_LONG", "INTERNAL_ERROR", "BAD_GATEWAY", "OVERLOADED"] as const;
const errorsOfImages = ["METHOD_NOT_ALLOWED", ...errorsOfJson] as const;

/** The images at URLs of other services, in the words for this service's endpoints. */
const imageEndpoint: Endpoint = {
  id: "compat",
  path: "/compat",
  query: skinQuery,
  required: [],
  response: { kind: "image", types: ["image/png"] },
  imageErrors: [502],
  errors: errorsOfImages,
};

/** The URLs of other services under `/compat`. Rows that differ in their query are one path. */
export function compatPaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  const services = compatServices.map((service) => {
    const { name, routes, json } = schemeOf(service);
    const about = (row: string, description: string) => {
      const route = row.replace(/\?.*/, "");
      const written = route.replace(":any", "default").replace(/:(\w+)/g, "{$1}");
      const path = `/compat/${service}/${written}`;
      const [first = "", ...words] = path.split(/\W+/).filter(Boolean);
      const operationId = first + words.map(capitalized).join("");
      const tags = ["Compatibility"];
      return [path, { operationId, summary: `${name}: ${route}`, description, tags }] as const;
    };
    return { service, routes: Object.entries(routes), json: Object.entries(json), about };
  });

  const images = services.flatMap(({ service, routes, about }) =>
    routes.map(([row, { path: native }]) => {
      const description = `Shows what \`${native}\` shows, always as PNG. An unknown player is a default skin.`;
      const [path, operation] = about(row, description);
      const errors =
        native === "/cape" ? (["NOT_FOUND", ...errorsOfImages] as const) : errorsOfImages;
      const get = {
        ...operation,
        parameters: [...imageParameters(service, row, meanings), ifNoneMatch],
        responses: {
          200: {
            description: "The picture.",
            headers: headersWith("ETag", "X-Texture-Source"),
            content: imageContent(["image/png"]),
          },
          304: responses.notModified(true),
          ...responses.errors(errors, imageEndpoint),
        },
      };
      return [path, { get }];
    }),
  );
  const bodies = services.flatMap(({ service, json, about }) =>
    json.map(([row, endpoint]) => {
      const [path, operation] = about(row, "Returns what the other service returns.");
      const errors = responses.errors(errorsOfJson);
      if (endpoint.bulk !== undefined) {
        return [path, { post: { ...operation, ...bulk(endpoint, errors) } }];
      }
      const get = {
        ...operation,
        parameters: [
          parameter(
            "id",
            "path",
            meaningOf(meanings.parameters, "username"),
            examplePlayer.javaName,
          ),
          ...(schemeOf(service).json[`${row}?unsigned=false`] === undefined ? [] : [unsigned]),
          ifNoneMatch,
        ],
        responses: { ...errors, ...jsonReplies(endpoint), 304: responses.notModified(false) },
      };
      return [path, { get }];
    }),
  );
  return Object.fromEntries([...images, ...bodies]) as ZodOpenApiPathsObject;
}

function bulk({ schema }: JsonEndpoint, errors: ZodOpenApiResponsesObject) {
  const names = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 10 } as const;
  return {
    parameters: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: names, example: [examplePlayer.javaName] } },
    },
    responses: {
      ...errors,
      200: {
        description: "The players that were found.",
        headers: headersWith(),
        content: { "application/json": { schema } },
      },
      400: { description: "The body is not such a list.", headers: headersWith() },
      413: { description: "The body is too long.", headers: headersWith() },
    },
  };
}

/** For a player, for an unknown one, and for a text that can name none. */
function jsonReplies({ none, invalid, schema }: JsonEndpoint): ZodOpenApiResponsesObject {
  const target = { text: "unknown", path: "/unknown" };
  const unknown = none(target).status;
  const malformed = invalid?.(target).status ?? unknown;
  const type = schema instanceof z.ZodString ? "text/plain" : "application/json";
  return {
    [malformed]: { description: "The ID is malformed.", headers: headersWith() },
    [unknown]: { description: "No player has this ID.", headers: headersWith() },
    200: {
      description: unknown === 200 ? "The player; empty if there is none." : "The player.",
      headers: headersWith("ETag"),
      content: { [type]: { schema } },
    },
  };
}

function parameter(
  name: string,
  where: "path" | "query",
  description: string,
  value: string,
): oas31.ParameterObject {
  return {
    name,
    in: where,
    required: where === "path",
    description,
    schema: { type: "string" },
    examples: { usual: { value } },
  };
}

const unsigned: oas31.ParameterObject = {
  ...parameter("unsigned", "query", "`false` adds the signature of the textures.", "false"),
  schema: { type: "string", enum: ["true", "false"] },
};

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function imageParameters(
  service: CompatService,
  route: string,
  { parameters }: Meanings,
): oas31.ParameterObject[] {
  const { subjects = [], sizes = [], scale, overlay, size } = schemeOf(service);
  const player = (name: string, where: "path" | "query") =>
    parameter(name, where, meaningOf(parameters, "username"), examplePlayer.uuid);
  const pixels = (name: string, where: "path" | "query", value = size) =>
    parameter(name, where, parameters.size, String(value));
  return [
    ...(route.includes(":id") ? [player("id", "path")] : []),
    ...(route.includes(":size") ? [pixels("size", "path")] : []),
    ...(route.includes(":id") ? [] : subjects.map((name) => player(name, "query"))),
    ...sizes.map((name) => pixels(name, "query")),
    ...(scale ? [pixels(scale.parameter, "query", scale.byDefault)] : []),
    ...(overlay?.parameters ?? []).map((name) =>
      parameter(name, "query", parameters.overlay, "true"),
    ),
  ];
}
