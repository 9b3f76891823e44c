import { bodyExamples } from "./examples.ts";
import { endpoints, type Endpoint } from "./endpoints.ts";
import { headersWith } from "./headers.ts";
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

/** The addresses of the endpoint list: those that differ only in their query are one. */
export function endpointRoutes(): Route[] {
  const byPath = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\?.*$/, "");
    byPath.set(path, [...(byPath.get(path) ?? []), endpoint]);
  }
  return [...byPath].flatMap(([path, [first, ...others]]) =>
    first === undefined ? [] : [route(path, first, others)],
  );
}

function route(path: string, first: Endpoint, others: readonly Endpoint[]): Route {
  const variants = [first, ...others];
  const parameters = variants.flatMap(({ query }) => queryParameters(query));
  return {
    path,
    operationId: first.id,
    summary: first.summary,
    description: [chooseVariant(variants), choosePlayer(first)].join("\n\n").trim(),
    tags: [first.answer.kind === "image" ? "Images" : "Profiles"],
    parameters,
    answers: [
      success(variants),
      first.answer.kind === "image" ? pictureNotModified : notModified,
      ...errorAnswers(
        variants.flatMap(({ errors }) => errors),
        {
          imageStatuses: first.imageErrors ?? [],
          imageTypes: typesOf(variants),
          jsonOnRequest: parameters.some(({ name }) => name === "default"),
        },
      ),
    ],
  };
}

function success(variants: readonly Endpoint[]): Answer {
  const isImage = variants.some(({ answer }) => answer.kind === "image");
  return {
    status: 200,
    response: {
      description: variants.map(describeAnswer).join("\n\n"),
      headers: headersWith(["ETag", "Age", ...(isImage ? (["X-Texture-Source"] as const) : [])]),
      content: isImage ? imageContent(variants) : { "application/json": jsonContent(variants) },
    },
  };
}

function describeAnswer({ answer, summary }: Endpoint): string {
  const described = answer.kind === "json" ? answer.schema.meta()?.description : undefined;
  return described ?? `${summary}.`;
}

function imageContent(variants: readonly Endpoint[]): Record<string, MediaType> {
  return Object.fromEntries(typesOf(variants).map((type) => [type, { schema: imageSchema }]));
}

function typesOf(variants: readonly Endpoint[]): string[] {
  return variants.flatMap(({ answer }) => (answer.kind === "image" ? answer.types : []));
}

function jsonContent(variants: readonly Endpoint[]): MediaType {
  const schemas = variants.flatMap(({ answer }) =>
    answer.kind === "json" ? [schemaReference(answer.schema)] : [],
  );
  const [only, ...more] = schemas;
  return {
    schema: only !== undefined && more.length === 0 ? only : { oneOf: schemas },
    examples: Object.fromEntries(
      variants.flatMap(({ id }) => Object.entries(bodyExamples[id] ?? {})),
    ),
  };
}

function chooseVariant(variants: readonly Endpoint[]): string {
  if (variants.length === 1) return "";
  const lines = variants.map(({ path, required, summary }) => {
    const example = path.includes("?") ? path : `${path}?${required.join("=…&")}=…`;
    return `- \`${example}\`: ${summary}.`;
  });
  return ["One address, several answers:", "", ...lines].join("\n");
}

function choosePlayer({ query }: Endpoint): string {
  const ways =
    "texture" in query.shape ? "`username`, `uuid` or `texture`" : "`username` or `uuid`";
  return `Say who is meant by ${ways}; \`uuid\` wins over \`username\`.`;
}
