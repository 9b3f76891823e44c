import type { Endpoint } from "../contract/endpoints.ts";
import { examplePlayer } from "../contract/examples.ts";
import type { Meanings } from "../contract/meanings.ts";
import { parameterRows, type ParameterRow } from "./tables.ts";

/** The values that a parameter accepts, as written in a query. */
type FieldInput =
  /** `value` is the example. */
  | { kind: "text"; value: string }
  /** Without a default, leaving the parameter out is an option of its own. */
  | { kind: "choice"; options: readonly string[]; defaultValue?: string }
  | { kind: "integer"; min: number; max: number; defaultValue?: string }
  /** The only value. */
  | { kind: "fixed"; value: string };

/**
 * A field of a form. The meaning is Markdown, or the HTML rendered from it.
 */
export type FormField = FieldInput & {
  name: string;
  isRequired: boolean;
  meaning: string;
};

/** The form of an endpoint, as plain values. */
export interface EndpointForm {
  /** Relative to the base URL, without a query. */
  path: string;
  fields: FormField[];
}

/** The form of an endpoint: every parameter, in the order of the contract. */
export function formOf(endpoint: Endpoint, meanings: Meanings): EndpointForm {
  return {
    // Endpoints with the same URL differ in their query.
    path: endpoint.path.replace(/\?.*/, ""),
    fields: parameterRows(endpoint, meanings).map((row) => ({
      name: row.name,
      isRequired: row.required,
      meaning: row.meaning,
      ...inputOf(row, endpoint),
    })),
  };
}

function inputOf(
  { name, type, limits, byDefault }: ParameterRow,
  { example = {} }: Endpoint,
): FieldInput {
  const optional = byDefault === undefined ? {} : { defaultValue: byDefault };
  if (type.kind === "switch") return { kind: "choice", options: ["true", "false"], ...optional };
  if (type.kind === "choice") {
    const [only, ...others] = type.values;
    if (only !== undefined && others.length === 0) return { kind: "fixed", value: only };
    return { kind: "choice", options: type.values, ...optional };
  }
  if (type.kind === "integer" && limits !== undefined) {
    return { kind: "integer", min: limits.min, max: limits.max, ...optional };
  }
  const value = name === "username" ? examplePlayer.javaName : (example[name] ?? "");
  return { kind: "text", value };
}
