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
  const { components } = createSchema(bodySchemas[id], { opts: schemaOptions });
  return explained({ [id]: components[id] as Schema }, descriptions)[id] as Schema;
}

/** How the schemas of bodies are written in JSON Schema. */
export const schemaOptions: { override: ZodOpenApiOverride } = {
  override: ({ jsonSchema }) => simplify(jsonSchema),
};

/**
 * The finished schemas of bodies by their names, with what each and its fields mean. Descriptions
 * come last: while schemas are generated, a field may still wait for the schema of its type.
 */
export function explained(
  schemas: Readonly<Record<string, Schema>>,
  descriptions: Descriptions,
): Record<string, Schema> {
  const entries = Object.entries(schemas).map(([id, schema]) => {
    const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      // A copy: one schema may be the type of several fields.
      { ...Object(property), description: fieldDescription(descriptions, id, name) },
    ]);
    const description = descriptionOf(descriptions.schemas, id);
    return [id, { ...schema, description, properties: Object.fromEntries(properties) }] as const;
  });
  return Object.fromEntries(entries);
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
