import { endpoints, type Endpoint } from "./endpoints.ts";
import { ERRORS } from "./errors.ts";
import type { Meanings } from "./meanings.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { described, fieldsOf, interfaceName, printInterface } from "./typescript.ts";

const HEADER = `// Made from the service's contract (lib/contract) by "npm run build". Do not edit.

import type { Requests, RequestOptions } from "./requests.ts";
`;

/** What one endpoint is to the client. */
interface Method {
  id: string;
  summary: string;
  path: string;
  /** The parameters that make the endpoint what it is, such as `social=1`. */
  fixed: Record<string, string>;
  /** The interface of the other parameters, its declaration, and whether they may be left out. */
  parameters: { name: string; declaration: string; optional: boolean } | undefined;
  /** The interface of the JSON body; undefined: a picture. */
  body: string | undefined;
}

/**
 * The TypeScript of the client that follows from the contract: bodies, parameters, one method per
 * endpoint. To be formatted.
 */
export function clientSource(document: OpenApiDocument, meanings: Meanings): string {
  const methods = endpoints.map((endpoint) => methodOf(endpoint, document, meanings));
  return [
    HEADER,
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      printInterface(interfaceName(name), fieldsOf(schema), schema.description),
    ),
    ...methods.flatMap(({ parameters }) => parameters?.declaration ?? []),
    described("A code of an error of the service.", 'export type ErrorCode = ErrorBody["code"];'),
    pictureErrors(meanings),
    described(
      "One method per endpoint; of a picture, also its address.",
      `export interface Methods {${methods.map(declare).join("\n")}}`,
    ),
    described(
      "The methods, made of what asks and reads.",
      `export function createMethods(requests: Requests): Methods {
        return {${methods.map(implement).join("\n")}};
      }`,
    ),
  ].join("\n\n");
}

function methodOf(
  endpoint: (typeof endpoints)[number],
  document: OpenApiDocument,
  meanings: Meanings,
): Method {
  const { id, query, required, answer } = endpoint;
  const [path = "", search] = endpoint.path.split("?");
  const fixed = Object.fromEntries(new URLSearchParams(search));
  const names = Object.keys(query.shape).filter((name) => !(name in fixed));
  const interfaceOf = `${bare(id)}Parameters`;
  const fields = (document.paths[path]?.get.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && names.includes(parameter.name))
    .map(({ name, schema, description }) => ({
      name,
      optional: true,
      orUndefined: true,
      schema: { ...schema, description },
    }));
  return {
    id,
    summary: meanings.endpoints[id],
    path,
    fixed,
    parameters:
      fields.length === 0
        ? undefined
        : {
            name: interfaceOf,
            declaration: printInterface(interfaceOf, fields, `What ${id} takes.`),
            optional: required.every((name) => name in fixed),
          },
    body: answer.kind === "json" ? interfaceName(answer.schema.meta()?.id ?? "") : undefined,
  };
}

function declare({ id, summary, parameters, body }: Method): string {
  const given = parameters ? `parameters${parameters.optional ? "?" : ""}: ${parameters.name}` : "";
  const lines = [
    described(
      `${summary}.`,
      `${id}(${[given, "options?: RequestOptions"].filter(Boolean).join(", ")}): Promise<${body ?? "Blob"}>;`,
    ),
  ];
  if (body === undefined) {
    const address = `${urlName(id)}(${given}): string;`;
    lines.push(described(`The address of what ${id} gets, for an image tag.`, address));
  }
  return lines.join("\n");
}

function implement({ id, path, fixed, parameters, body }: Method): string {
  const given = parameters === undefined ? [] : ["parameters"];
  const query = [
    ...Object.entries(fixed).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...given.map((name) => `...${name}`),
  ];
  const sent = `${JSON.stringify(path)}, ${Object.keys(fixed).length > 0 ? `{ ${query.join(", ")} }` : (given[0] ?? "{}")}`;
  const call = `(${[...given, "options"].join(", ")}) =>`;
  if (body !== undefined) return `${id}: ${call} requests.json<${body}>(${sent}, options),`;
  return [
    `${id}: ${call} requests.picture(${sent}, options),`,
    `${urlName(id)}: (${given.join(", ")}) => requests.url(${sent}),`,
  ].join("\n");
}

/** The codes of the errors whose body is a picture, which cannot say it. */
function pictureErrors(meanings: Meanings): string {
  const contract: readonly Endpoint[] = endpoints;
  const found = contract.flatMap(({ imageErrors = [], errors }) =>
    errors.flatMap((code) => (imageErrors.includes(ERRORS[code]) ? [code] : [])),
  );
  const entries = [...new Set(found)].map(
    (code) => `[${ERRORS[code]}, ${JSON.stringify({ code, message: meanings.errors[code] })}],`,
  );
  return described(
    "What an error means whose body is a picture, by its status.",
    `export const pictureErrors: ReadonlyMap<number, { code: ErrorCode; message: string }> =
      new Map([${entries.join("\n")}]);`,
  );
}

function bare(id: string): string {
  return id.replace(/^get/, "");
}

function urlName(id: string): string {
  const [first = "", ...rest] = bare(id);
  return `${first.toLowerCase()}${rest.join("")}Url`;
}
