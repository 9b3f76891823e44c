import type { oas31 } from "zod-openapi";
import type { z } from "zod";
import english from "../../../messages/en.json";
import { endpoints, routes, type Endpoint } from "../index.ts";
import { bodySchemas } from "../../contract/descriptions.ts";
import { openApiDocument } from "./document.ts";
import type { Example, Parameter, Schema } from "../../contract/schemas.ts";

/*
 * The parts that OpenAPI leaves optional and this document always has.
 */

export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example>;
}

interface Response {
  description: string;
  headers: Record<string, oas31.ReferenceObject>;
  content?: Record<string, MediaType>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Parameter & {
    in: "path" | "query" | "header";
    required: boolean;
    description: string;
  })[];
  responses: Record<string, Response | oas31.ReferenceObject>;
}

type Document = Omit<oas31.OpenAPIObject, "paths" | "components"> & {
  paths: Record<string, { get: Operation }>;
  components: { schemas: Record<string, Schema> };
};

/** The document under test, and what it was made for. */
export const { Contract: descriptions } = english;
export const options = {
  baseUrl: "https://nametag.test",
  version: "1.2.3",
  offersBedrock: true,
  descriptions,
  routes,
};
export const document = openApiDocument(options) as unknown as Document;

export const contract: readonly Endpoint[] = endpoints;
export const everyEndpoint = contract.map((endpoint) => [endpoint.id, endpoint] as const);

/** The zod schemas of the document's, by name. */
export const bodies: Record<string, z.ZodObject> = bodySchemas;

/** The part of the document to which a `$ref` points. */
export function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, "").split("/");
  return steps.reduce<unknown>(
    (node, step) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, step)
        ? (node as Record<string, unknown>)[step]
        : undefined,
    document,
  );
}

export function operationAt(path: string) {
  const item = document.paths[path.replace(/\?.*$/, "")];
  if (item === undefined) throw new Error(`no ${path}`);
  return item.get;
}

export const everyOperation = Object.keys(document.paths).map(
  (path) => [path, operationAt(path)] as const,
);

export function responseOf(path: string, status: number): Response {
  const response = operationAt(path).responses[status];
  if (response === undefined) throw new Error(`no ${status} of ${path}`);
  return "$ref" in response ? (resolve(response.$ref) as Response) : response;
}

export const everyResponse = everyOperation.flatMap(([path, { responses }]) =>
  Object.keys(responses).map((status) => {
    const response = responseOf(path, Number(status));
    return { path, status: Number(status), response, headers: Object.keys(response.headers) };
  }),
);
