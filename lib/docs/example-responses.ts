import { STATUS_CODES } from "node:http";
import { capturedOf, headersOfAll, titleOf } from "../contract/captured.ts";
import { isErrorCode } from "../contract/error-codes.ts";
import type { Descriptions } from "../contract/descriptions.ts";

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

/** A response with its title, and whether the page of errors shows the same one. */
export type TitledResponse = ExampleResponse & { title: string; isShownWithErrors: boolean };

/** Every response of an endpoint: successes first, then the errors by status. */
export function exampleResponses(id: string, descriptions: Descriptions): TitledResponse[] {
  return Object.entries(capturedOf(id))
    .map(([name, { sameAs }]) => ({
      ...exampleResponse(id, name),
      title: titleOf(id, name, descriptions),
      isShownWithErrors: isErrorCode(name) && sameAs === "getProfile",
    }))
    .toSorted((one, other) => one.status - other.status);
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
