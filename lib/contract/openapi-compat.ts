import { z } from "zod";
import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { compatServices, schemeOf, type CompatService } from "./compat.ts";
import type { CompatReply, JsonAnswer } from "./compat/json.ts";
import type { Endpoint } from "./endpoints.ts";
import { examplePlayer } from "./examples.ts";
import { headersWith } from "./headers.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import { ifNoneMatch } from "./openapi-operations.ts";
import { pictureContent, type Responses } from "./openapi-responses.ts";
import { skinQuery } from "./queries.ts";

/** The images at URLs of other services, in the words for this service's endpoints. */
const answersOf = (errors: Endpoint["errors"]): Endpoint => ({
  id: "compat",
  path: "/compat",
  query: skinQuery,
  required: [],
  answer: { kind: "image", types: ["image/png"] },
  imageErrors: [502],
  errors,
});
const common = [
  "METHOD_NOT_ALLOWED",
  "URI_TOO_LONG",
  "INTERNAL_ERROR",
  "BAD_GATEWAY",
  "OVERLOADED",
] as const;

/** The URLs of other services under `/compat`. */
export function compatPaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  return { ...imagePaths(meanings, responses), ...jsonPaths(meanings, responses) };
}

function imagePaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  const paths = compatServices.flatMap((service) => {
    // Rows that differ in their query are one path.
    const routes = Object.entries(schemeOf(service).routes).map(
      ([route, picture]) => [route.replace(/\?.*/, ""), picture] as const,
    );
    return [...new Map(routes)].map(([route, { path: native }]) => {
      const path = pathOf(service, route);
      const errors = native === "/cape" ? (["NOT_FOUND", ...common] as const) : common;
      const operation = {
        operationId: operationIdOf(path),
        summary: `${schemeOf(service).name}: ${route}`,
        description: `Shows what \`${native}\` shows, always as PNG. An unknown player is a default skin.`,
        tags: ["Compatibility"],
        parameters: [...parametersOf(service, route, meanings), ifNoneMatch],
        responses: {
          200: {
            description: "The picture.",
            headers: headersWith("ETag", "X-Texture-Source"),
            content: pictureContent(["image/png"]),
          },
          304: responses.notModified(true),
          ...responses.errors(errors, answersOf(errors)),
        },
      };
      return [path, { get: operation }] as const;
    });
  });
  return Object.fromEntries(paths);
}

function jsonPaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  const paths = compatServices.flatMap((service) =>
    Object.entries(schemeOf(service).json).map(([route, answer]) => {
      const path = pathOf(service, route.replace(/\?.*/, ""));
      const operation = {
        operationId: operationIdOf(path),
        summary: `${schemeOf(service).name}: ${route}`,
        description: "Returns what the other service returns.",
        tags: ["Compatibility"],
      };
      const type = answer.schema instanceof z.ZodString ? "text/plain" : "application/json";
      const found = { [type]: { schema: answer.schema } };
      const failures = responses.errors(common.filter((code) => code !== "METHOD_NOT_ALLOWED"));
      const isEmpty = answer.none({ text: "", path: "" }).status === 200;
      const description = isEmpty ? "The player; empty if there is none." : "The player.";
      const ok = { description, headers: headersWith("ETag"), content: found };
      const get = {
        ...operation,
        parameters: [idParameter(meanings), ...unsignedParameter(service, route), ifNoneMatch],
        responses: {
          ...failures,
          ...otherReplies(answer),
          200: ok,
          304: responses.notModified(false),
        },
      };
      return [
        path,
        answer.bulk === undefined ? { get } : { post: bulk(operation, answer, failures) },
      ];
    }),
  );
  return Object.fromEntries(paths) as ZodOpenApiPathsObject;
}

function bulk(
  operation: Pick<ZodOpenApiOperationObject, "operationId" | "summary" | "tags">,
  { schema }: JsonAnswer,
  failures: ZodOpenApiResponsesObject,
): ZodOpenApiOperationObject {
  const names = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 10 } as const;
  return {
    ...operation,
    parameters: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: names, example: [examplePlayer.javaName] } },
    },
    responses: {
      ...failures,
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

/** For an unknown player, and for a text that can name none. */
function otherReplies({ none, invalid }: JsonAnswer): ZodOpenApiResponsesObject {
  const target = { text: "nobody", path: "/nobody" };
  const replies: [string, CompatReply | undefined][] = [
    ["The ID is malformed.", invalid?.(target)],
    ["No player has this ID.", none(target)],
  ];
  return Object.fromEntries(
    replies.flatMap(([description, reply]) =>
      reply === undefined ? [] : [[reply.status, { description, headers: headersWith() }]],
    ),
  );
}

function idParameter({ parameters }: Meanings): oas31.ParameterObject {
  return {
    name: "id",
    in: "path",
    required: true,
    description: meaningOf(parameters, "username"),
    schema: { type: "string" },
    examples: { usual: { value: examplePlayer.javaName } },
  };
}

/** Routes that differ in their query are one path. */
function unsignedParameter(service: CompatService, route: string): oas31.ParameterObject[] {
  const isTwice = Object.keys(schemeOf(service).json).includes(`${route}?unsigned=false`);
  if (!isTwice) return [];
  return [
    {
      name: "unsigned",
      in: "query",
      required: false,
      description: "`false` adds the signature of the textures.",
      schema: { type: "string", enum: ["true", "false"] },
      examples: { usual: { value: "false" } },
    },
  ];
}

function pathOf(service: CompatService, route: string): string {
  return `/compat/${service}/${route.replace(":any", "default").replace(/:(\w+)/g, "{$1}")}`;
}

function operationIdOf(path: string): string {
  const words = path.split(/\W+/).filter(Boolean);
  return words.map((word, at) => (at === 0 ? word : capitalized(word))).join("");
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function parametersOf(
  service: CompatService,
  route: string,
  { parameters }: Meanings,
): oas31.ParameterObject[] {
  const { subjects = [], sizes = [], scale, overlay, size } = schemeOf(service);
  const player = meaningOf(parameters, "username");
  const text = (name: string, description: string, value: string): oas31.ParameterObject => ({
    name,
    in: "query",
    required: false,
    description,
    schema: { type: "string" },
    examples: { usual: { value } },
  });
  const inPath = (name: string, description: string, value: string): oas31.ParameterObject => ({
    ...text(name, description, value),
    in: "path",
    required: true,
  });
  return [
    ...(route.includes(":id") ? [inPath("id", player, examplePlayer.uuid)] : []),
    ...(route.includes(":size") ? [inPath("size", parameters.size, String(size))] : []),
    ...(route.includes(":id")
      ? []
      : subjects.map((name) => text(name, player, examplePlayer.uuid))),
    ...sizes.map((name) => text(name, parameters.size, String(size))),
    ...(scale ? [text(scale.parameter, parameters.size, String(scale.byDefault))] : []),
    ...(overlay?.parameters ?? []).map((name) => text(name, parameters.overlay, "true")),
  ];
}
