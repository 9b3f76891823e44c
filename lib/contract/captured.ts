import captured from "./captured-examples.json" with { type: "json" };
import { isErrorCode } from "./error-codes.ts";
import { descriptionOf, type Descriptions } from "./descriptions.ts";
import type { Example } from "./schemas.ts";

/*
 * Real responses of the service on the sandbox, for the documentation and OpenAPI. `npm run examples`
 * writes the file; a test compares it with what the service sends.
 */

/** A response as it was sent. */
export interface CapturedResponse {
  /** As in `GET /api?username=Lantern_Lou`. */
  request: string;
  status: number;
  /** Those of the contract, `Content-Type` first. */
  headers: Readonly<Record<string, string>>;
  /** Undefined when it is no JSON. */
  body?: object;
  /** An endpoint whose example of this name has the same response to another request. */
  sameAs?: string;
}

/** In the file, a response is stored once; `anywhere` are those of no endpoint. */
type Stored = Partial<CapturedResponse> & Pick<CapturedResponse, "request">;
const examples: Readonly<Record<string, Readonly<Record<string, Stored>>>> = captured.examples;

/** Headers of every response. */
export const headersOfAll: Readonly<Record<string, string>> = captured.headers;

/** All of them, each with its status, headers and body. */
const responses = Object.fromEntries(
  Object.entries(examples).map(([id, ofEndpoint]) => [
    id,
    Object.fromEntries(
      Object.entries(ofEndpoint).map(([name, example]): [string, CapturedResponse] => {
        const { status = 0, headers, body } = examples[example.sameAs ?? id]?.[name] ?? {};
        const { "Content-Type": type, ...others } = headers ?? {};
        const first = type === undefined ? {} : { "Content-Type": type };
        const all = { ...first, ...headersOfAll, ...others };
        return [name, { ...example, status, headers: all, ...(body && { body }) }];
      }),
    ),
  ]),
);

/** The captured responses of an endpoint by their names. */
export function capturedOf(id: string): Readonly<Record<string, CapturedResponse>> {
  return responses[id] ?? {};
}

/** Says what a captured response of an endpoint is. */
export function titleOf(id: string, name: string, descriptions: Descriptions): string {
  if (isErrorCode(name)) return descriptions.errors[name];
  const isImage = name.startsWith("image/");
  return isImage
    ? descriptionOf(descriptions.endpoints, id)
    : descriptionOf(descriptions.examples, name);
}

/** The JSON responses of an endpoint with a status, as OpenAPI writes examples. */
export function bodyExamples(
  id: string,
  status: number,
  descriptions: Descriptions,
): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(capturedOf(id))
      .filter(([, response]) => response.status === status && response.body !== undefined)
      .map(([name, { body }]) => [name, { summary: titleOf(id, name, descriptions), value: body }]),
  );
}

/** A value that a response header had. */
export function headerExample(name: string): string {
  const all = Object.values(responses).flatMap((ofEndpoint) => Object.values(ofEndpoint));
  const value = all.find(({ headers }) => name in headers)?.headers[name];
  if (value === undefined) throw new TypeError(`No response with ${name} was captured.`);
  return value;
}
