import { examplesOf } from "./examples.ts";
import { endpoints, type Endpoint } from "./endpoints.ts";
import { headersWith } from "./headers.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import { queryParameters } from "./openapi-parameters.ts";
import {
  errorAnswers,
  imageSchema,
  notModified,
  pictureNotModified,
  type Answer,
} from "./openapi-responses.ts";
import { schemaReference } from "./openapi-schemas.ts";
import type { MediaType, Operation } from "./openapi-types.ts";

/** One address of the document: the GET operation of a path. */
export interface Route extends Omit<Operation, "responses"> {
  path: string;
  answers: Answer[];
}

/** The endpoints of one path. */
type Variants = readonly [Endpoint, ...Endpoint[]];

/** The addresses of the endpoint list: those that differ only in their query are one. */
export function endpointRoutes(meanings: Meanings): Route[] {
  const byPath = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\?.*$/, "");
    byPath.set(path, [...(byPath.get(path) ?? []), endpoint]);
  }
  return [...byPath].flatMap(([path, [first, ...others]]) =>
    first === undefined ? [] : [route(path, [first, ...others], meanings)],
  );
}

function route(path: string, variants: Variants, meanings: Meanings): Route {
  const [first] = variants;
  const parameters = variants.flatMap(({ query }) => queryParameters(query, meanings));
  return {
    path,
    operationId: first.id,
    summary: meaningOf(meanings.endpoints, first.id),
    description: [chooseVariant(variants, meanings), choosePlayer(first)].join("\n\n").trim(),
    tags: [first.answer.kind === "image" ? "Images" : "Profiles"],
    parameters,
    answers: [
      success(variants, meanings),
      first.answer.kind === "image" ? pictureNotModified : notModified,
      ...errorAnswers(
        variants.flatMap(({ errors }) => errors),
        meanings,
        {
          imageStatuses: first.imageErrors ?? [],
          imageTypes: typesOf(variants),
          jsonOnRequest: parameters.some(({ name }) => name === "default"),
        },
      ),
    ],
  };
}

function success(variants: readonly Endpoint[], meanings: Meanings): Answer {
  const isImage = variants.some(({ answer }) => answer.kind === "image");
  return {
    status: 200,
    response: {
      description: variants.map((variant) => describeAnswer(variant, meanings)).join("\n\n"),
      headers: headersWith(["ETag", "Age", ...(isImage ? (["X-Texture-Source"] as const) : [])]),
      content: isImage
        ? imageContent(variants)
        : { "application/json": jsonContent(variants, meanings) },
    },
  };
}

function describeAnswer({ id, answer }: Endpoint, meanings: Meanings): string {
  const schema = answer.kind === "json" ? answer.schema.meta()?.id : undefined;
  if (schema !== undefined) return meaningOf(meanings.schemas, schema);
  return `${meaningOf(meanings.endpoints, id)}.`;
}

function imageContent(variants: readonly Endpoint[]): Record<string, MediaType> {
  return Object.fromEntries(typesOf(variants).map((type) => [type, { schema: imageSchema }]));
}

function typesOf(variants: readonly Endpoint[]): string[] {
  return variants.flatMap(({ answer }) => (answer.kind === "image" ? answer.types : []));
}

function jsonContent(variants: readonly Endpoint[], meanings: Meanings): MediaType {
  const schemas = variants.flatMap(({ answer }) =>
    answer.kind === "json" ? [schemaReference(answer.schema)] : [],
  );
  const [only, ...more] = schemas;
  return {
    schema: only !== undefined && more.length === 0 ? only : { oneOf: schemas },
    examples: Object.fromEntries(
      variants.flatMap(({ id }) => Object.entries(examplesOf(id, meanings.examples))),
    ),
  };
}

function chooseVariant(variants: readonly Endpoint[], meanings: Meanings): string {
  if (variants.length === 1) return "";
  const lines = variants.map(({ id, path, required }) => {
    const example = path.includes("?") ? path : `${path}?${required.join("=…&")}=…`;
    return `- \`${example}\`: ${meaningOf(meanings.endpoints, id)}.`;
  });
  return ["One address, several answers:", "", ...lines].join("\n");
}

function choosePlayer({ query }: Endpoint): string {
  const ways =
    "texture" in query.shape ? "`username`, `uuid` or `texture`" : "`username` or `uuid`";
  return `Say who is meant by ${ways}; \`uuid\` wins over \`username\`.`;
}
