import type { Schema } from "./openapi-types.ts";

/** A field of an interface, or a parameter. */
export interface Field {
  name: string;
  optional: boolean;
  /** True for what a caller gives: `undefined` is then as good as nothing. */
  orUndefined?: boolean;
  schema: Schema;
}

/** Where the name of a body is one that TypeScript itself has. */
const renamed = new Map([["Error", "ErrorBody"]]);

/** The name of the interface that a component of the document becomes. */
export function interfaceName(reference: string): string {
  const name = reference.replace(/^.*\//, "");
  return renamed.get(name) ?? name;
}

/** An exported interface with its descriptions as comments. */
export function printInterface(
  name: string,
  fields: readonly Field[],
  description: string | undefined,
): string {
  const lines = fields.map(({ name: field, optional, orUndefined = false, schema }) =>
    described(
      schema.description,
      `${JSON.stringify(field)}${optional ? "?" : ""}: ${typeOf(schema)}${orUndefined ? " | undefined" : ""};`,
    ),
  );
  return described(description, [`export interface ${name} {`, ...lines, "}"].join("\n"));
}

/** The fields of an object's schema. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === "boolean" ? [] : [{ name, optional: !required.includes(name), schema }],
  );
}

/** A declaration with its comment, if there is one; no text can end the comment early. */
export function described(text: string | undefined, declaration: string): string {
  return text === undefined
    ? declaration
    : `/** ${text.replaceAll("*/", "*\\/")} */\n${declaration}`;
}

/**
 * The TypeScript of a schema.
 * @throws TypeError on what bodies and parameters do not use so far.
 */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return interfaceName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(partOf).join(" | ");
  if (schema.type === "array") return `(${partOf(schema.items)})[]`;
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  }
  const type = schema.type === undefined ? undefined : simple.get(schema.type);
  if (type !== undefined) return type;
  throw new TypeError(`There is no TypeScript for the schema ${JSON.stringify(schema)}.`);
}

const simple = new Map<string, string>([
  ["string", "string"],
  ["integer", "number"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
]);

function partOf(part: unknown): string {
  if (isSchema(part)) return typeOf(part);
  throw new TypeError(`There is no TypeScript for the schema ${JSON.stringify(part)}.`);
}

function isSchema(part: unknown): part is Schema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}
