import type { Endpoint } from "../contract/endpoints.ts";
import { bodySchemas, meaningOf, type Meanings, type SchemaId } from "../contract/meanings.ts";
import { bodySchema, parametersOf, type Schema } from "../contract/schemas.ts";
import { readConfiguration, variables } from "../configuration.ts";

/** The type of a parameter or field, in terms that every language translates. */
export type ValueType =
  | { kind: "text" | "integer" | "number" | "switch" | "time" }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "object"; schema: SchemaId }
  | { kind: "list"; of: ValueType }
  | { kind: "either"; of: ValueType[] };

/** The smallest and largest number, or length of a text. */
export interface Limits {
  of: "value" | "length";
  min: number;
  max: number;
}

export interface ParameterRow {
  name: string;
  required: boolean;
  type: ValueType;
  limits?: Limits;
  /** The default; undefined when there is none. */
  byDefault?: string;
  meaning: string;
}

interface FieldRow {
  name: string;
  type: ValueType;
  /** It can be null. */
  nullable: boolean;
  /** It can be left out. */
  optional: boolean;
  meaning: string;
}

/** The rows of an endpoint's parameter table. */
export function parameterRows(endpoint: Endpoint, meanings: Meanings): ParameterRow[] {
  return parametersOf(endpoint.query).map(({ name, schema }) => {
    const limits = limitsOf(schema);
    return {
      name,
      required: endpoint.required.includes(name),
      type: typeOf(schema),
      ...(limits !== undefined && { limits }),
      ...(schema.default !== undefined && { byDefault: valueText(schema.default) }),
      meaning: meaningOf(meanings.parameters, name),
    };
  });
}

/** The rows of a body's field table. */
export function fieldRows(id: SchemaId, meanings: Meanings): FieldRow[] {
  const schema = bodySchema(id, meanings);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = property as Schema;
    // "Or null" is a schema beside that of the value.
    const [value = field] = field.anyOf ?? [];
    return {
      name,
      type: typeOf(value),
      nullable: field.anyOf !== undefined,
      optional: !(schema.required ?? []).includes(name),
      meaning: field.description ?? "",
    };
  });
}

function typeOf(schema: Schema): ValueType {
  if (schema.$ref !== undefined) return referenceOf(schema.$ref);
  if (schema.anyOf !== undefined) {
    return { kind: "either", of: schema.anyOf.map((one) => typeOf(Object(one))) };
  }
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return { kind: "choice", values: values.map(valueText) };
  if (schema.type === "array") return { kind: "list", of: typeOf(Object(schema.items)) };
  if (schema.type === "boolean") return { kind: "switch" };
  if (schema.type === "integer" || schema.type === "number") return { kind: schema.type };
  return { kind: schema.format === "date-time" ? "time" : "text" };
}

function referenceOf(reference: string): ValueType {
  const id = reference.replace(/^.*\//, "");
  if (!isSchemaId(id)) throw new TypeError(`No schema is called ${id}.`);
  return { kind: "object", schema: id };
}

function isSchemaId(id: string): id is SchemaId {
  return Object.hasOwn(bodySchemas, id);
}

function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): Limits | undefined {
  if (minLength !== undefined && maxLength !== undefined) {
    return { of: "length", min: minLength, max: maxLength };
  }
  if (minimum === undefined || maximum === undefined) return undefined;
  return { of: "value", min: minimum, max: maximum };
}

/** A type as programmers write it: `string`, `"java" | "bedrock"`, `Warning[]`. */
export function typeText(type: ValueType): string {
  switch (type.kind) {
    case "text":
    case "time":
      return "string";
    case "switch":
      return "boolean";
    case "choice":
      return type.values
        .map((value) => (isWord(value) ? value : JSON.stringify(value)))
        .join(" | ");
    case "object":
      return type.schema;
    case "list":
      return type.of.kind === "either" ? `(${typeText(type.of)})[]` : `${typeText(type.of)}[]`;
    case "either":
      return type.of.map(typeText).join(" | ");
    default:
      return type.kind;
  }
}

/** The schema of a type, for a link to its fields. */
export function schemaIn(type: ValueType): SchemaId | undefined {
  if (type.kind === "list") return schemaIn(type.of);
  return type.kind === "object" ? type.schema : undefined;
}

/** A value as written in a query. */
function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isWord(value: string): boolean {
  return value === "true" || value === "false";
}

interface VariableRow {
  name: string;
  /** The default; undefined when there is none. */
  byDefault?: string;
}

/** Every environment variable with its default, from the code that reads them. */
export function variableRows(): VariableRow[] {
  const byDefault: Readonly<Record<string, unknown>> = readConfiguration({});
  return Object.keys(variables).map((name) => {
    const value = byDefault[name];
    if (value === null) return { name, byDefault: "off" };
    const isPlain = typeof value === "string" || typeof value === "number";
    return isPlain ? { name, byDefault: String(value) } : { name };
  });
}
