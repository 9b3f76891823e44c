import { z } from "zod";
import { createSchema, type ZodOpenApiMetadata, type ZodOpenApiOverride } from "zod-openapi";
import {
  bodySchemas,
  descriptionOf,
  fieldDescription,
  type Descriptions,
  type SchemaId,
} from "./descriptions.ts";

/*
 * The JSON Schemas of bodies and parameters: for the OpenAPI document, and for the tables, forms and
 * samples of the documentation.
 */

export type Schema = z.core.JSONSchema.BaseSchema;

export interface Example {
  summary?: string;
  value?: unknown;
}

/** A query parameter without its description, which depends on the language. */
export interface Parameter {
  name: string;
  /** The name of its description: several parameters may have one name. */
  description: string;
  schema: Schema;
  examples?: Record<string, Example>;
}

/** The parameters of a query, in the contract's order. */
export function parametersOf(query: z.ZodObject): Parameter[] {
  return Object.entries(query.shape).map(([name, parameter]) => {
    const { description = name, ...schema } = createSchema(parameter, { io: "input" })
      .schema as Schema;
    const meta: ZodOpenApiMetadata | undefined = z.globalRegistry.get(parameter);
    const examples = meta?.param?.examples;
    return { name, description, schema, ...(examples && { examples }) };
  });
}

/** The schema of a body, with what it and its fields mean. */
export function bodySchema(id: SchemaId, descriptions: Descriptions): Schema {
  const { components } = createSchema(bodySchemas[id], {
    opts: { override: explained(descriptions) },
  });
  return components[id] as Schema;
}

/** Adds to the schema of each body what it and its fields mean. */
export function explained(descriptions: Descriptions): ZodOpenApiOverride {
  return ({ zodSchema, jsonSchema }) => {
    simplify(jsonSchema);
    const id = z.globalRegistry.get(zodSchema)?.id;
    if (id === undefined) return;
    jsonSchema.description = descriptionOf(descriptions.schemas, id);
    // Copies: one schema may be the type of several fields.
    jsonSchema.properties = Object.fromEntries(
      Object.entries(jsonSchema.properties ?? {}).map(([name, property]) => [
        name,
        { ...Object(property), description: fieldDescription(descriptions, id, name) },
      ]),
    );
  };
}

function simplify(schema: Schema): void {
  // Fields will be added without a new version: validators must accept them.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says the same in one word.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.type === "integer" && schema.maximum === Number.MAX_SAFE_INTEGER) {
    // Unix milliseconds do not fit the 32 bits that generated clients use by default.
    schema.format = "int64";
    delete schema.maximum;
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  }
}
