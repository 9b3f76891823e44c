import {
  descriptionOf,
  parametersOf,
  paths,
  type Descriptions,
  type Endpoint,
  type Parameter,
} from "./contract.ts";

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
  const fields = parametersOf(endpoint).map((parameter) => ({
    name: parameter.name,
    isRequired: parameter.isRequired,
    description: descriptionOf(descriptions.parameters, parameter.description),
    ...inputOf(parameter),
  }));
  return { path: paths[endpoint.id], fields };
}

function inputOf({ schema, byDefault, example = "" }: Parameter): FieldInput {
  const { type, minimum: min, maximum: max } = schema;
  if (schema.const !== undefined) return { kind: "fixed", value: example };
  const options = type === "boolean" ? ["true", "false"] : schema.enum?.map(String);
  const optional = byDefault === undefined ? {} : { defaultValue: byDefault };
  if (options !== undefined) return { kind: "choice", options, ...optional };
  if (min !== undefined && max !== undefined) return { kind: "integer", min, max, ...optional };
  return { kind: "text", value: example };
}
