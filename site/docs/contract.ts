import { STATUS_CODES } from "node:http";
import { capturedOf, headersOfAll, titleOf } from "../../lib/contract/captured.ts";
import type { Descriptions } from "../../lib/contract/descriptions.ts";
import { isErrorCode } from "../../lib/contract/error-codes.ts";
import { examplePlayer } from "../../lib/contract/examples.ts";
import { shortUrls } from "../../lib/contract/paths.ts";
import * as schemas from "../../lib/contract/schemas.ts";
import type { Endpoint } from "../../lib/routes/index.ts";

/*
 * All that the documentation reads of the contract: endpoints with their parameters and responses, errors,
 * headers, and the URLs of other services.
 */

export { capturedOf, headerExample } from "../../lib/contract/captured.ts";
export { descriptionOf, headerDescription } from "../../lib/contract/descriptions.ts";
export type { Descriptions, SchemaId } from "../../lib/contract/descriptions.ts";
export { errorCodes, ERRORS, HANDLING, type ErrorCode } from "../../lib/contract/error-codes.ts";
export { examplePlayer } from "../../lib/contract/examples.ts";
export { RESPONSE_HEADERS } from "../../lib/contract/headers.ts";
export { bodySchema, type Schema } from "../../lib/contract/schemas.ts";
export { compatServices, type CompatService } from "../../lib/configuration/compat-services.ts";
export { paths } from "../../lib/contract/paths.ts";
export { skinViews } from "../../lib/contract/views.ts";
export {
  clientValue,
  compatClients,
  compatRows,
  type Comparison,
} from "../../lib/compat/documented.ts";
export { schemeOf } from "../../lib/compat/services/index.ts";
export { endpointOf, endpoints, type Endpoint, type EndpointId } from "../../lib/routes/index.ts";

/** A query parameter of an endpoint, whose description is one of `parameters`. */
export interface Parameter extends schemas.Parameter {
  isRequired: boolean;
  /** As written in a query; undefined without a default. */
  byDefault: string | undefined;
  /** Its value in the example of the endpoint, or the only one that is possible. */
  example: string | undefined;
}

/** The parameters of an endpoint, in the contract's order. */
export function parametersOf({ query, required, example = {} }: Endpoint): Parameter[] {
  return schemas.parametersOf(query).map((parameter) => {
    const { name, schema } = parameter;
    const player = name === "username" ? examplePlayer.javaName : undefined;
    const only = schema.const === undefined ? undefined : String(schema.const);
    const { default: value } = schema;
    return {
      ...parameter,
      isRequired: required.includes(name),
      byDefault: typeof value === "string" ? value : JSON.stringify(value),
      example: example[name] ?? player ?? only,
    };
  });
}

/** The URLs of an endpoint, the one that most people write first. */
export function formsOf({ path, query }: Endpoint): string[] {
  if (!Object.hasOwn(shortUrls, path.slice(1))) return [path];
  const size = "size" in query.shape ? "/{size}" : "";
  return [`${path}/{player}${size}.png`, `${path}?username={player}`];
}

/** The name of the label that says what both forms of an endpoint have in common. */
export function formsLabel({ query }: Endpoint): "inPath" | "inPathWithoutSize" {
  return "size" in query.shape ? "inPath" : "inPathWithoutSize";
}

/** A captured response of the service. */
export interface ExampleResponse {
  status: number;
  /** The error's code, or the media type of an image; undefined where the title is enough. */
  name?: string;
  /** The request, and the status line and headers as HTTP/1.1 writes them. */
  head: string;
  /** Undefined for an image. */
  body?: object;
}

/** A response with its title, and the page that shows the same one. */
export type TitledResponse = ExampleResponse & {
  title: string;
  shownOn: "errors" | "head" | undefined;
};

/** Every response of an endpoint: successes first, then the errors by status. */
export function exampleResponses(id: string, descriptions: Descriptions): TitledResponse[] {
  return Object.entries(capturedOf(id))
    .map(([name, { sameAs }]) => ({
      ...exampleResponse(id, name),
      title: titleOf(id, name, descriptions),
      shownOn: pageWith(id, name, sameAs),
    }))
    .toSorted((one, other) => one.status - other.status);
}

/** The page that shows a response of another endpoint: errors, and what every drawn figure has in common. */
function pageWith(id: string, name: string, sameAs: string | undefined): TitledResponse["shownOn"] {
  if (isErrorCode(name) && sameAs === "getProfile") return "errors";
  const isFigure = ["getBust", "getBody", "getPlayerCard"].includes(id);
  return isFigure && sameAs === "getHead" ? "head" : undefined;
}

/** One response by its name. */
export function exampleResponse(id: string, name: string): ExampleResponse {
  const response = capturedOf(id)[name];
  if (response === undefined) throw new TypeError(`${id} has no example ${name}.`);
  const { request, status, headers, body } = response;
  const code = body !== undefined && "code" in body ? String(body.code) : name;
  const isShown = /^[A-Z_]+$|\//.test(code);
  // Only the page of errors has all headers: repeated in all examples, they would be most of a page.
  const isReference = id === "getProfile" || id === "anywhere";
  const leftOut = isReference ? ["Access-Control-Allow-Origin"] : Object.keys(headersOfAll);
  const lines = Object.entries(headers)
    .filter(([header]) => !leftOut.includes(header))
    .map(([header, value]) => `${header}: ${value}`);
  return {
    status,
    ...(isShown && { name: code }),
    head: [request, "", `HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\n"),
    ...(body !== undefined && { body }),
  };
}
