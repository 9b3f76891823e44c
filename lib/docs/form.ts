import type { Endpoint } from "../routes/index.ts";
import { examplePlayer } from "../contract/examples.ts";
import { descriptionOf, type Descriptions } from "../contract/descriptions.ts";
import { parametersOf, type Schema } from "../contract/schemas.ts";
import { defaultOf } from "./tables.ts";

/** The values that a parameter accepts, as written in a query. */
type FieldInput =
  /** `value` is the example. */
  | { kind: "text"; value: string }
  /** Without a default, leaving the parameter out is an option of its own. */
  | { kind: "choice"; options: readonly string[]; defaultValue?: string }
  | { kind: "integer"; min: number; max: number; defaultValue?: string }
  /** The only value. */
  | { kind: "fixed"; value: string };

/** A field of a form. Its description is Markdown, or the HTML rendered from it. */
export type FormField = FieldInput & { name: string; isRequired: boolean; description: string };

/** The form of an endpoint, as plain values: every parameter, in the order of the contract. */
export function formOf(
  endpoint: Endpoint,
  descriptions: Descriptions,
): { path: string; fields: FormField[] } {
  return {
    // Endpoints with the same URL differ in their query.
    path: endpoint.path.replace(/\?.*/, ""),
    fields: parametersOf(endpoint.query).map(({ name, description, schema }) => ({
      name,
      isRequired: endpoint.required.includes(name),
      description: descriptionOf(descriptions.parameters, description),
      ...inputOf(name, schema, endpoint),
    })),
  };
}

function inputOf(name: string, schema: Schema, { example = {} }: Endpoint): FieldInput {
  const { type, minimum: min, maximum: max } = schema;
  if (schema.const !== undefined) return { kind: "fixed", value: String(schema.const) };
  const options = type === "boolean" ? ["true", "false"] : schema.enum?.map(String);
  const value = defaultOf(schema);
  const optional = value === undefined ? {} : { defaultValue: value };
  if (options !== undefined) return { kind: "choice", options, ...optional };
  if (min !== undefined && max !== undefined) return { kind: "integer", min, max, ...optional };
  const text = name === "username" ? examplePlayer.javaName : (example[name] ?? "");
  return { kind: "text", value: text };
}
