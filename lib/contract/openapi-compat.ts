import type { oas31, ZodOpenApiPathsObject } from "zod-openapi";
import { compatServices, schemeOf, type CompatService } from "./compat.ts";
import type { Endpoint } from "./endpoints.ts";
import { examplePlayer } from "./examples.ts";
import { headersWith } from "./headers.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import { ifNoneMatch } from "./openapi-operations.ts";
import { pictureContent, type Responses } from "./openapi-responses.ts";
import { skinQuery } from "./queries.ts";

/** What an address of another service answers, in the words for this service's endpoints. */
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

/** The addresses of other services under `/compat`. */
export function compatPaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  const paths = compatServices.flatMap((service) => {
    // Rows that differ in their query are one path.
    const routes = Object.entries(schemeOf(service).routes).map(
      ([route, picture]) => [route.replace(/\?.*/, ""), picture] as const,
    );
    return [...new Map(routes)].map(([route, { path: native }]) => {
      const path = `/compat/${service}/${route.replace(":any", "default").replace(/:(\w+)/g, "{$1}")}`;
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
