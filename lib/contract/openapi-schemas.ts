import { z } from "zod";
import { meaningOf, type Meanings } from "./meanings.ts";
import type { Reference, Schema } from "./openapi-types.ts";

const PREFIX = "#/components/schemas/";

/** The JSON Schema of each body and of all it contains, by the `id` of its metadata. */
export function componentSchemas(
  bodies: readonly z.ZodType[],
  meanings: Meanings,
): Record<string, Schema> {
  const found = bodies.flatMap((body) =>
    Object.entries(z.toJSONSchema(body, { io: "output", override: readable }).$defs ?? {}),
  );
  // zod points into the `$defs` of one schema; OpenAPI keeps the schemas of all together.
  const text = JSON.stringify(Object.fromEntries(found)).replaceAll('"#/$defs/', `"${PREFIX}`);
  const schemas = z.record(z.string(), z.looseObject({})).parse(JSON.parse(text));
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, explained(id, schema, meanings)]),
  );
}

/** A schema with the meaning of itself and of each of its fields. */
function explained(id: string, schema: Schema, meanings: Meanings): Schema {
  const fields: Readonly<Record<string, Record<string, string>>> = meanings.fields;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    { ...Object(property), description: meaningOf(fields[id] ?? {}, name) },
  ]);
  const description = meaningOf(meanings.schemas, id);
  return { ...schema, description, properties: Object.fromEntries(properties) };
}

/** Where the schema of a body is found in the document. */
export function schemaReference(body: z.ZodType): Reference {
  const id = body.meta()?.id;
  if (id === undefined) throw new TypeError("A body needs an id in its metadata.");
  return { $ref: `${PREFIX}${id}` };
}

function readable({ jsonSchema: schema }: { jsonSchema: Schema }): void {
  // Paths carry no version, so fields will be added: nobody's validator may refuse them.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says the same in one word.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.type === "integer" && schema.maximum === Number.MAX_SAFE_INTEGER) {
    // Unix milliseconds do not fit the 32 bits that generated clients take by default.
    schema.format = "int64";
    delete schema.maximum;
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  }
  if ("example" in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}
