import { z } from "zod";
import type { Endpoint } from "../contract/endpoints.ts";
import { ERRORS, exampleError, type ErrorBody, type ErrorCode } from "../contract/errors.ts";
import { examplesOf } from "../contract/examples.ts";
import { headersOfStatus, RESPONSE_HEADERS, type ResponseHeader } from "../contract/headers.ts";
import type { Meanings } from "../contract/meanings.ts";

/** An example of one response of an endpoint. */
export interface ExampleResponse {
  status: number;
  /** The error's code; undefined for a success. */
  code?: ErrorCode;
  /** What the response is. */
  title: string;
  /** The headers that matter in this response, `Content-Type` first. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Undefined for a picture. */
  body?: object;
}

/** Every response of an endpoint: successes first, then the errors by status. */
export function exampleResponses(endpoint: Endpoint, meanings: Meanings): ExampleResponse[] {
  return [
    ...successes(endpoint, meanings),
    ...endpoint.errors
      .toSorted((one, other) => ERRORS[one] - ERRORS[other])
      .map((code) => failure(endpoint, code, meanings)),
  ];
}

function successes({ id, answer }: Endpoint, meanings: Meanings): ExampleResponse[] {
  if (answer.kind === "image") {
    const title = meanings.endpoints[id as keyof Meanings["endpoints"]];
    return answer.types.map((type) => ({ status: 200, title, headers: pictureHeaders(type) }));
  }
  return Object.values(examplesOf(id, meanings.examples)).map(({ summary, value }) => ({
    status: 200,
    title: summary ?? "",
    headers: [["Content-Type", "application/json"]],
    body: Object(value),
  }));
}

function failure(endpoint: Endpoint, code: ErrorCode, meanings: Meanings): ExampleResponse {
  const status = ERRORS[code];
  const isPicture = endpoint.imageErrors?.includes(status) === true;
  const own = headersOfStatus[status] ?? [];
  return {
    status,
    code,
    title: meanings.errors[code],
    headers: [
      ...(isPicture ? pictureHeaders("image/png", sourceOfStatus[status]) : json),
      ...own.map((name) => [name, exampleOf(name, status)] as const),
    ],
    ...(!isPicture && { body: exampleBody(endpoint, code, meanings) }),
  };
}

/** The example of the contract; its malformed `type` is another parameter where there is none. */
function exampleBody({ query }: Endpoint, code: ErrorCode, meanings: Meanings): ErrorBody {
  const body = exampleError(code, meanings);
  const [name = "", parameter] = Object.entries(query.shape)[0] ?? [];
  if (code !== "INVALID_PARAMETER" || "type" in query.shape) return body;
  const wrong = z.safeParse(parameter as z.ZodType, "?").error?.issues[0];
  return { ...body, error: `${name} ${wrong?.message}.` };
}

const json = [["Content-Type", "application/json"]] as const;

function pictureHeaders(type: string, source = "player") {
  return [
    ["Content-Type", type],
    ["X-Texture-Source", source],
  ] as const;
}

/** What the picture of an error shows. */
const sourceOfStatus: Readonly<Record<number, string>> = { 404: "default", 502: "placeholder" };

/** Seconds: as in the example of `RateLimit`, as long as a circuit stays open, a moment. */
const waitOfStatus: Readonly<Record<number, string>> = { 429: "2520", 502: "30", 503: "1" };

function exampleOf(name: ResponseHeader, status: number): string {
  const wait = name === "Retry-After" ? waitOfStatus[status] : undefined;
  return wait ?? String(RESPONSE_HEADERS[name].example);
}
