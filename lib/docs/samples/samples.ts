import type { Endpoint } from "../../routes/index.ts";
import { examplePlayer } from "../../contract/examples.ts";
import { parametersOf, type Schema } from "../../contract/schemas.ts";
import { goSample, javaSample } from "./compiled.ts";
import { javascriptSample, typescriptSample } from "./javascript.ts";
import type { SampleLanguageId } from "./languages.ts";
import { curlSample, phpSample, pythonSample } from "./scripts.ts";

export interface SampleParameter {
  name: string;
  /** Not encoded. */
  value: string;
  /** How the value is written in code; `choice` is one of a few fixed texts. */
  kind: "text" | "choice" | "number" | "boolean";
}

/** One request, for every language to write. */
export interface SampleRequest {
  /** The subject of the response, as a variable's name: `profile`. */
  noun: string;
  baseUrl: string;
  /** The path, without the query. */
  route: string;
  /** The URL up to the query. */
  url: string;
  /** At least one parameter. */
  query: readonly SampleParameter[];
  /** The file to save an image in; undefined when the response is JSON. */
  file: string | undefined;
}

const writers: Readonly<Record<SampleLanguageId, (request: SampleRequest) => string>> = {
  curl: curlSample,
  javascript: javascriptSample,
  typescript: typescriptSample,
  python: pythonSample,
  java: javaSample,
  go: goSample,
  php: phpSample,
};

/**
 * A program that sends the example of an endpoint.
 * @param options The URL of the service, with or without a trailing slash.
 */
export function sampleCode(
  endpoint: Endpoint,
  language: SampleLanguageId,
  { baseUrl }: { baseUrl: string },
): string {
  const { id, path, images = [] } = endpoint;
  const query = exampleParameters(endpoint);
  // Endpoints with the same URL differ in their query.
  const route = path.replace(/\?.*/, "");
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
export function exampleParameters({ query, required, example = {} }: Endpoint): SampleParameter[] {
  return parametersOf(query)
    .filter(({ name }) => required.includes(name) || name in example)
    .map(({ name, schema }) => {
      const byDefault = name === "username" ? examplePlayer.javaName : String(schema.const);
      const value = example[name] ?? byDefault;
      return { name, value, kind: kindOf(schema, value) };
    });
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
