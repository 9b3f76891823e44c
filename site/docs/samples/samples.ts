import { parametersOf, paths, type Endpoint, type Schema } from "../contract.ts";
import type { SampleLanguageId } from "./languages.ts";
import { writers, type SampleParameter } from "./writers.ts";

/**
 * A program that sends the example of an endpoint.
 * @param options The URL of the service, with or without a trailing slash.
 */
export function sampleCode(
  endpoint: Endpoint,
  language: SampleLanguageId,
  { baseUrl }: { baseUrl: string },
): string {
  const { id, images = [] } = endpoint;
  const query = exampleParameters(endpoint);
  const route = paths[endpoint.id];
  const noun = id.replace(/^get(?=.)/, "").replace(/^./, (first) => first.toLowerCase());
  const base = baseUrl.replace(/\/+$/, "");
  const formats = images.map((type) => type.replace("image/", ""));
  const wanted = query.find(({ name }) => name === "format")?.value;
  const format = formats.find((one) => one === wanted) ?? formats[0];
  return writers[language]({
    noun,
    baseUrl: base,
    route,
    url: base + route,
    query,
    file: format && `${noun}.${format}`,
  });
}

/** The parameters of an endpoint's example: required ones, and those that readers will most likely change. */
export function exampleParameters(endpoint: Endpoint): SampleParameter[] {
  return parametersOf(endpoint)
    .filter(({ name, isRequired }) => isRequired || name in (endpoint.example ?? {}))
    .map(({ name, schema, example: value = "" }) => ({ name, value, kind: kindOf(schema, value) }));
}

/** A value that is not as its type writes it is a text. */
function kindOf(
  { type, enum: choices, const: only }: Schema,
  value: string,
): SampleParameter["kind"] {
  if (type === "integer" && /^(0|[1-9]\d{0,14})$/.test(value)) return "number";
  if (type === "boolean" && /^(true|false)$/.test(value)) return "boolean";
  return (choices ?? only) !== undefined && /^\w+$/.test(value) ? "choice" : "text";
}
