import { componentSchemas } from "../contract/openapi-schemas.ts";
import { queryParameters } from "../contract/openapi-parameters.ts";
import { bodySchemas, type Meanings, type SchemaId } from "../contract/meanings.ts";
import type { Endpoint } from "../contract/endpoints.ts";
import type { Schema } from "../contract/openapi-types.ts";

/** What a parameter or a field can hold, in words that every language has. */
export type ValueType =
  | { kind: "text" | "integer" | "number" | "switch" | "time" }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "object"; schema: SchemaId }
  | { kind: "list"; of: ValueType };

/** The smallest and the largest: of a number, or of the length of a text. */
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
  /** What is meant when it is left out; undefined when nothing is. */
  byDefault?: string;
  meaning: string;
}

export interface FieldRow {
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
  return queryParameters(endpoint.query, meanings).map(({ name, schema, description }) => {
    const limits = limitsOf(schema);
    return {
      name,
      required: endpoint.required.includes(name),
      type: typeOf(schema),
      ...(limits !== undefined && { limits }),
      ...(schema.default !== undefined && { byDefault: valueText(schema.default) }),
      meaning: description,
    };
  });
}

/** The rows of a body's field table. */
export function fieldRows(id: SchemaId, meanings: Meanings): FieldRow[] {
  const schema = componentSchemas([bodySchemas[id]], meanings)[id];
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const field = property as Schema;
    const kinds = alternatives(field);
    const [value = field] = kinds.filter(({ type }) => type !== "null");
    return {
      name,
      type: typeOf(value),
      nullable: kinds.length > 1,
      optional: !(schema?.required ?? []).includes(name),
      meaning: field.description ?? "",
    };
  });
}

/** JSON Schema says "or null" by two schemas or by two types. */
function alternatives(schema: Schema): Schema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.map((kind) => kind as Schema);
  if (!Array.isArray(schema.type)) return [schema];
  return schema.type.map((type) => ({ ...schema, type }));
}

function typeOf(schema: Schema): ValueType {
  if (schema.$ref !== undefined) return referenceOf(schema.$ref);
  // An object that is used once stands where it is used, or is pointed at beside its meaning.
  const [reference] = schema.allOf ?? [];
  if (reference !== undefined) return typeOf(reference as Schema);
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
      return `${typeText(type.of)}[]`;
    default:
      return type.kind;
  }
}

/** The schema that a type is made of, for a link to its fields. */
export function schemaIn(type: ValueType): SchemaId | undefined {
  if (type.kind === "list") return schemaIn(type.of);
  return type.kind === "object" ? type.schema : undefined;
}

/** A value as it stands in a query. */
function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isWord(value: string): boolean {
  return value === "true" || value === "false";
}
