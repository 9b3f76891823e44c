import type { Endpoint } from "../contract/endpoints.ts";
import { examplePlayer } from "../contract/examples.ts";
import type { Meanings } from "../contract/meanings.ts";
import { parameterRows, type ParameterRow } from "./tables.ts";

/** What may be given for a parameter, in the spelling of a query. */
type FieldInput =
  /** `value` is the example. */
  | { kind: "text"; value: string }
  /** Without a standard, leaving it out is a choice of its own. */
  | { kind: "choice"; options: readonly string[]; standard?: string }
  | { kind: "integer"; min: number; max: number; standard?: string }
  /** The only value there is. */
  | { kind: "fixed"; value: string };

/**
 * A field of a form. `standard` is the default of the parameter, the meaning is Markdown or the HTML
 * that was rendered from it.
 */
export type FormField = FieldInput & {
  name: string;
  isRequired: boolean;
  meaning: string;
};

/** The form of an endpoint, in plain values. */
export interface EndpointForm {
  /** Relative to the base address, without a query. */
  path: string;
  fields: FormField[];
}

/** The form of an endpoint: every parameter, in the order of the contract. */
export function formOf(endpoint: Endpoint, meanings: Meanings): EndpointForm {
  return {
    // Endpoints of one address differ in their query.
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
  const standard = byDefault === undefined ? {} : { standard: byDefault };
  if (type.kind === "switch") return { kind: "choice", options: ["true", "false"], ...standard };
  if (type.kind === "choice") {
    const [only, ...others] = type.values;
    if (only !== undefined && others.length === 0) return { kind: "fixed", value: only };
    return { kind: "choice", options: type.values, ...standard };
  }
  if (type.kind === "integer" && limits !== undefined) {
    return { kind: "integer", min: limits.min, max: limits.max, ...standard };
  }
  const value = name === "username" ? examplePlayer.javaName : (example[name] ?? "");
  return { kind: "text", value };
}
