import type { z } from "zod";
import { endpointOf, type EndpointId } from "../contract/endpoints.ts";
import { examplePlayer } from "../contract/examples.ts";
import { parameterSchema } from "../contract/openapi-parameters.ts";

/** What may be given for a parameter, in the spelling of a query. */
type FieldInput =
  /** `value` is the example. */
  | { kind: "text"; value: string }
  /** Without a standard, leaving it out is a choice of its own. */
  | { kind: "choice"; options: string[]; standard: string | undefined }
  | { kind: "integer"; min: number; max: number; standard: string | undefined }
  /** The only value there is. */
  | { kind: "fixed"; value: string };

/** A field of a form. A `standard` is what the service takes when the parameter is left out. */
export type FormField = { name: string; isRequired: boolean } & FieldInput;

/** A form that asks an endpoint, in plain values. */
export interface EndpointForm {
  /** Relative to the base address, without a query. */
  path: string;
  fields: FormField[];
}

/** The form of an endpoint: every parameter, in the order of the contract. */
export function formOf(id: EndpointId): EndpointForm {
  const { path, query, required } = endpointOf(id);
  const fields = Object.entries(query.shape).map(([name, parameter]) => ({
    name,
    isRequired: required.includes(name),
    ...inputOf(name, parameter),
  }));
  // Two endpoints share an address and differ in their query.
  return { path: path.replace(/\?.*/, ""), fields };
}

function inputOf(name: string, parameter: z.core.$ZodType): FieldInput {
  const schema = parameterSchema(parameter);
  const standard = schema.default === undefined ? undefined : String(schema.default);
  if (schema.const !== undefined) return { kind: "fixed", value: String(schema.const) };
  if (schema.type === "boolean") return { kind: "choice", options: ["true", "false"], standard };
  if (schema.enum !== undefined) {
    return { kind: "choice", options: schema.enum.map(String), standard };
  }
  if (schema.type === "integer") {
    return { kind: "integer", min: Number(schema.minimum), max: Number(schema.maximum), standard };
  }
  return { kind: "text", value: name === "username" ? examplePlayer.javaName : "" };
}
