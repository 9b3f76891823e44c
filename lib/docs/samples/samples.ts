import type { Endpoint } from "../../contract/endpoints.ts";
import { examplePlayer } from "../../contract/examples.ts";
import { parametersOf, type Parameter } from "../../contract/schemas.ts";
import { goSample, javaSample } from "./compiled.ts";
import { javascriptSample, typescriptSample } from "./javascript.ts";
import type { SampleLanguageId } from "./languages.ts";
import { curlSample, phpSample, pythonSample } from "./scripts.ts";

/** Values of parameters, not encoded. */
export type SampleQuery = Readonly<Record<string, string>>;

export interface SampleParameter {
  name: string;
  /** Not encoded. */
  value: string;
  /**
   * How the value is written in code: a size that is not a number is a text; `choice` is one of a few
   * fixed texts.
   */
  kind: "text" | "choice" | "number" | "boolean";
}

/** One request, for every language to write. */
export interface SampleRequest {
  /** The subject of the response, as a variable's name: `profile`. */
  noun: string;
  baseUrl: string;
  /** The path without any query. */
  route: string;
  /** Everything before the query; the whole URL when `query` is empty. */
  url: string;
  /** What precedes the encoded query: the URL, with a `?` when a query follows. */
  stem: string;
  /** All of the query that a program encodes. */
  query: readonly SampleParameter[];
  /** All of the query, including the part in `url`. */
  parameters: readonly SampleParameter[];
  /** The file to save an image in; undefined when the response is JSON. */
  file: string | undefined;
}

interface SampleOptions {
  /** The URL of the service, with or without a trailing slash. */
  baseUrl: string;
  /** In place of the example's query. Empty values are left out. */
  query?: SampleQuery;
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

/** A program that sends a request to an endpoint, as the contract describes it. */
export function sampleCode(
  endpoint: Endpoint,
  language: SampleLanguageId,
  { baseUrl, query = exampleQuery(endpoint) }: SampleOptions,
): string {
  return writers[language](sampleRequest(endpoint, baseUrl, query));
}

/**
 * The query of an endpoint's example: required parameters, and those that readers will most likely
 * change. The part that its path already has is left out, so the query may be empty.
 */
export function exampleQuery({ path, query, required, example = {} }: Endpoint): SampleQuery {
  const fixed = fixedQuery(path);
  return Object.fromEntries(
    parametersOf(query)
      .filter(({ name }) => !fixed.has(name))
      .filter(({ name }) => required.includes(name) || name in example)
      .map((parameter) => [parameter.name, example[parameter.name] ?? exampleValue(parameter)]),
  );
}

/** The request of a sample. Parameters that the endpoint does not know, and empty ones, are left out. */
function sampleRequest(
  { id, path, query, response }: Endpoint,
  baseUrl: string,
  values: SampleQuery,
): SampleRequest {
  const fixed = fixedQuery(path);
  const options = parametersOf(query).flatMap(({ name, schema }) => {
    const value = values[name] ?? "";
    return value === "" || fixed.has(name) ? [] : [{ name, value, kind: kindOf(schema, value) }];
  });
  const parameters = [
    ...Array.from(fixed, ([name, value]) => ({ name, value, kind: "choice" as const })),
    ...options,
  ];
  const base = baseUrl.replace(/\/+$/, "");
  const route = path.replace(/\?.*$/, "");
  const noun = id.replace(/^get(?=.)/, "").replace(/^./, (first) => first.toLowerCase());
  const imageTypes = response.kind === "image" ? response.types : [];
  // A fixed query is easiest to read as a part of the URL.
  const url = base + (options.length === 0 ? path : route);
  return {
    noun,
    baseUrl: base,
    route,
    url,
    stem: options.length === 0 ? url : `${url}?`,
    query: options.length === 0 ? [] : parameters,
    parameters,
    file: imageTypes.length === 0 ? undefined : `${noun}.${extensionOf(imageTypes, options)}`,
  };
}

/** The part of an endpoint's query that is written in its path. */
function fixedQuery(path: string): URLSearchParams {
  return new URLSearchParams(path.split("?")[1] ?? "");
}

function exampleValue({ name, schema, examples = {} }: Parameter): string {
  const [example] = Object.values(examples);
  const candidates = [
    schema.const,
    schema.default,
    schema.enum?.[0],
    example?.value,
    schema.minimum,
  ];
  const value: unknown =
    name === "username"
      ? examplePlayer.javaName
      : (candidates.find((one) => one !== undefined) ?? "example");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function kindOf(schema: Parameter["schema"], value: string): SampleParameter["kind"] {
  const { type, enum: choices, const: only } = schema;
  if (type === "integer" || type === "number") {
    return /^(0|[1-9]\d{0,14})$/.test(value) ? "number" : "text";
  }
  if (type === "boolean") return value === "true" || value === "false" ? "boolean" : "text";
  const isChoice = choices !== undefined || only !== undefined;
  return isChoice && /^\w+$/.test(value) ? "choice" : "text";
}

/** The file extension for the format in the query, or for the default. */
function extensionOf(imageTypes: readonly string[], options: readonly SampleParameter[]): string {
  const extensions = imageTypes.map((type) => type.replace(/^image\//, ""));
  const wanted = options.find(({ name }) => name === "format")?.value;
  return extensions.find((extension) => extension === wanted) ?? extensions[0] ?? "bin";
}
