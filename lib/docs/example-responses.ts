import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { CapturedResponse } from "../contract/captured-examples.ts";
import { capturedOf, titleOf } from "../contract/captured.ts";
import { isErrorCode } from "../contract/error-codes.ts";
import type { Meanings } from "../contract/meanings.ts";

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

/** Headers of every response, left out: repeated in all examples, they would be most of a page. */
const everywhere = ["Access-Control-Allow-Origin", "X-Request-Id"];

/** The page of errors shows the examples of the profile, and those of no endpoint. */
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
