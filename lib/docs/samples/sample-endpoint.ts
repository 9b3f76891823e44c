import type { Endpoint } from "../../contract/endpoints.ts";
import { examplePlayer } from "../../contract/examples.ts";
import { parametersOf, type Parameter } from "../../contract/schemas.ts";
import { fixedQuery } from "./fixed-query.ts";

/** How a parameter's value is written in code; `choice` is one of a few fixed texts. */
export type ParameterKind = "text" | "choice" | "number" | "boolean";

/** What a sample needs to know of an endpoint: plain data, so that it may go to a browser. */
export interface SampleEndpoint {
  id: string;
  /** With the part of the query that is the same in every request, if any. */
  path: string;
  /** The endpoint's parameters in the contract's order, those of `path` included. */
  parameters: Readonly<Record<string, ParameterKind>>;
  /** The media types of the picture it answers, the default first; none when it answers JSON. */
  pictures: readonly string[];
  /** The query of its example, without what `path` has. */
  example: SampleQuery;
}

/** Values of parameters, not encoded. */
export type SampleQuery = Readonly<Record<string, string>>;

/** Shown wherever an endpoint takes them, required or not. */
const exampleValues: ReadonlyMap<string, string> = new Map([
  ["username", examplePlayer.javaName],
  ["size", "128"],
]);

/** Reads what samples need from the contract. */
export function sampleEndpoint(endpoint: Endpoint): SampleEndpoint {
  const { id, path, query, answer } = endpoint;
  return {
    id,
    path,
    parameters: Object.fromEntries(
      parametersOf(query).map(({ name, schema }) => [name, kindOf(schema)]),
    ),
    pictures: answer.kind === "image" ? answer.types : [],
    example: exampleQuery(endpoint),
  };
}

/**
 * The query that an endpoint's example sends: what is required, and what its readers will most
 * likely change. Without what its path has already, therefore perhaps empty.
 */
export function exampleQuery({ path, query, required }: Endpoint): SampleQuery {
  const fixed = fixedQuery(path);
  return Object.fromEntries(
    parametersOf(query)
      .filter(({ name }) => !fixed.has(name))
      .filter(({ name }) => required.includes(name) || exampleValues.has(name))
      .map((parameter) => [parameter.name, exampleValue(parameter)]),
  );
}

function exampleValue({ name, schema, examples = {} }: Parameter): string {
  const [example] = Object.values(examples);
  const told = [schema.const, schema.default, schema.enum?.[0], example?.value, schema.minimum];
  const value: unknown =
    exampleValues.get(name) ?? told.find((one) => one !== undefined) ?? "example";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function kindOf({ type, enum: values, const: only }: Parameter["schema"]): ParameterKind {
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return values === undefined && only === undefined ? "text" : "choice";
}
