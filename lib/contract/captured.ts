import { capturedExamples, type CapturedResponse } from "./captured-examples.ts";
import { type ErrorCode, isErrorCode } from "./error-codes.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import type { Example } from "./schemas.ts";

type Captured = Omit<typeof capturedExamples, "anywhere">;
type NamesIn<Responses> = Responses extends object ? keyof Responses : never;

/** The name of an example that has a meaning of its own: others are error codes and media types. */
export type ExampleName = Exclude<NamesIn<Captured[keyof Captured]>, ErrorCode | `image/${string}`>;

/** The captured responses of an endpoint by their names; `anywhere` are those of no endpoint. */
export function capturedOf(id: string): Readonly<Record<string, CapturedResponse>> {
  const all: Readonly<Record<string, Readonly<Record<string, CapturedResponse>>>> =
    capturedExamples;
  return all[id] ?? {};
}

/** What a captured response of an endpoint is. */
export function titleOf(id: string, name: string, meanings: Meanings): string {
  if (isErrorCode(name)) return meanings.errors[name];
  const isImage = name.startsWith("image/");
  return isImage ? meaningOf(meanings.endpoints, id) : meaningOf(meanings.examples, name);
}

/** The JSON responses of an endpoint with a status, as OpenAPI writes examples. */
export function bodyExamples(
  id: string,
  status: number,
  meanings: Meanings,
): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(capturedOf(id))
      .filter(([, response]) => response.status === status && response.body !== undefined)
      .map(([name, { body }]) => [name, { summary: titleOf(id, name, meanings), value: body }]),
  );
}

/** A value that a response header had. */
export function headerExample(name: string): string {
  const responses = Object.keys(capturedExamples).flatMap((id) => Object.values(capturedOf(id)));
  const value = responses.find(({ headers }) => name in headers)?.headers[name];
  if (value === undefined) throw new TypeError(`No response with ${name} was captured.`);
  return value;
}
