import type { z } from "zod";

/*
 * The part of OpenAPI 3.1 that the service's document uses.
 */

export type Schema = z.core.JSONSchema.BaseSchema;

/** A type, not an interface: it also serves where any schema does. */
export type Reference = { $ref: string };

export interface Example {
  summary: string;
  value: unknown;
}

export interface QueryParameter {
  name: string;
  in: "query";
  required: boolean;
  description: string;
  schema: Schema;
  examples?: Record<string, Example>;
}

export type HeaderParameter = Omit<QueryParameter, "in"> & { in: "header" };
export type Parameter = QueryParameter | HeaderParameter;

export interface Header {
  description: string;
  schema: Schema;
  example: string | number;
}

export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example>;
}

export interface Response {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  responses: Record<string, Response | Reference>;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  externalDocs: { description: string; url: string };
  /** Empty: nobody needs a key. */
  security: [];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<"get" | "head" | "options", Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
  };
}
