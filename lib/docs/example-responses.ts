import { STATUS_CODES } from "node:http";
import type { CapturedResponse } from "../contract/captured-examples.ts";
import { capturedOf, titleOf } from "../contract/captured.ts";
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

/** With what it is. */
export type TitledResponse = ExampleResponse & { title: string };

/** Every response of an endpoint: successes first, then the errors by status. */
export function exampleResponses(id: string, meanings: Meanings): TitledResponse[] {
  return Object.keys(capturedOf(id))
    .map((name) => ({ ...exampleResponse(id, name), title: titleOf(id, name, meanings) }))
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
    head: headOf(response),
    ...(body !== undefined && { body }),
  };
}

function headOf({ request, status, headers }: CapturedResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [request, "", `HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\n");
}
