import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { CapturedResponse } from "../contract/captured-examples.ts";
import { capturedOf, titleOf } from "../contract/captured.ts";
import { isErrorCode } from "../contract/error-codes.ts";
import type { Meanings } from "../contract/meanings.ts";

/** A response that the service gave. */
export interface ExampleResponse {
  status: number;
  /** The error's code, or the media type of a picture; undefined where the title says it all. */
  name?: string;
  /** The request, and the head of the response as HTTP/1.1 writes it. */
  head: string;
  /** Undefined for a picture. */
  body?: object;
}

/** With what it is, and whether the page of errors shows the same response. */
export type TitledResponse = ExampleResponse & { title: string; isShownWithErrors: boolean };

/** Every response of an endpoint: successes first, then the errors by status. */
export function exampleResponses(id: string, meanings: Meanings): TitledResponse[] {
  return Object.keys(capturedOf(id))
    .map((name) => ({
      ...exampleResponse(id, name),
      title: titleOf(id, name, meanings),
      isShownWithErrors: isShownWithErrors(id, name),
    }))
    .toSorted((one, other) => one.status - other.status);
}

/** One response by its name. */
export function exampleResponse(id: string, name: string): ExampleResponse {
  const response = capturedOf(id)[name];
  if (response === undefined) throw new TypeError(`${id} has no example ${name}.`);
  const { status, body } = response;
  const code = body !== undefined && "code" in body ? String(body.code) : name;
  const isShown = /^[A-Z_]+$|\//.test(code);
  return {
    status,
    ...(isShown && { name: code }),
    head: headOf(response, isReference(id) ? ["Access-Control-Allow-Origin"] : everywhere),
    ...(body !== undefined && { body }),
  };
}

/** Every response has them. In all examples of a page they would be its longest part. */
const everywhere = ["Access-Control-Allow-Origin", "X-Request-Id"];

/** The examples on the page of errors are those of the profile, and those of no endpoint. */
function isReference(id: string): boolean {
  return id === "getProfile" || id === "anywhere";
}

function isShownWithErrors(id: string, name: string): boolean {
  const [own, shown] = [id, "getProfile"].map((one) => ({ ...capturedOf(one)[name], request: "" }));
  return !isReference(id) && isErrorCode(name) && isDeepStrictEqual(own, shown);
}

function headOf(
  { request, status, headers }: CapturedResponse,
  leftOut: readonly string[],
): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [request, "", `HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\n");
}
