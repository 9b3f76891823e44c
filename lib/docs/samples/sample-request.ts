import { fixedQuery } from "./fixed-query.ts";
import type { ParameterKind, SampleEndpoint, SampleQuery } from "./sample-endpoint.ts";

export interface SampleParameter {
  name: string;
  /** Not encoded. */
  value: string;
  /** What the value really is: a size that is no number is a text. */
  kind: ParameterKind;
}

/** One request, ready to be written in any language. */
export interface SampleRequest {
  /** What is asked for, as a variable's name: `profile`. */
  noun: string;
  baseUrl: string;
  /** The path without any query. */
  route: string;
  /** Everything before the query; the whole address when `query` is empty. */
  address: string;
  /** What a program puts its encoded query behind: the address, with a `?` when one follows. */
  stem: string;
  /** All of the query that a program encodes. */
  query: readonly SampleParameter[];
  /** All of the query, what `address` has of it included. */
  parameters: readonly SampleParameter[];
  /** The file to save a picture in; undefined when the answer is JSON. */
  file: string | undefined;
}

/** The request of a sample. Parameters that the endpoint does not know, and empty ones, are left out. */
export function sampleRequest(
  endpoint: SampleEndpoint,
  baseUrl: string,
  values: SampleQuery,
): SampleRequest {
  const { id, path, parameters, pictures } = endpoint;
  const fixed = fixedQuery(path);
  const options = Object.entries(parameters).flatMap(([name, kind]) => {
    const value = wellFormed((Object.hasOwn(values, name) ? values[name] : undefined) ?? "");
    if (value === "" || fixed.has(name)) return [];
    return [{ name, value, kind: kindOf(kind, value) }];
  });
  const base = baseUrl.replace(/\/+$/, "");
  const route = path.replace(/\?.*$/, "");
  const noun = nounOf(id);
  // A query that never changes is easiest to read as a part of the address.
  const address = base + (options.length === 0 ? path : route);
  const all = [...fixedParameters(fixed), ...options];
  return {
    noun,
    baseUrl: base,
    route,
    address,
    stem: options.length === 0 ? address : `${address}?`,
    query: options.length === 0 ? [] : all,
    parameters: all,
    file: pictures.length === 0 ? undefined : `${noun}.${extensionOf(pictures, options)}`,
  };
}

function fixedParameters(fixed: URLSearchParams): SampleParameter[] {
  return [...fixed].map(([name, value]) => ({ name, value, kind: "choice" }));
}

/** Half a surrogate pair, as pasted text may hold, can be sent by no program. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}

function kindOf(kind: ParameterKind, value: string): ParameterKind {
  switch (kind) {
    case "number":
      return /^(0|[1-9]\d{0,14})$/.test(value) ? kind : "text";
    case "boolean":
      return value === "true" || value === "false" ? kind : "text";
    case "choice":
      return /^\w+$/.test(value) ? kind : "text";
    case "text":
      return kind;
  }
}

function nounOf(id: string): string {
  const noun = id.replace(/^get(?=.)/, "");
  return noun.slice(0, 1).toLowerCase() + noun.slice(1);
}

/** What the query says about the format, or the default. */
function extensionOf(pictures: readonly string[], options: readonly SampleParameter[]): string {
  const extensions = pictures.map((type) => type.replace(/^image\//, ""));
  const asked = options.find(({ name }) => name === "format")?.value;
  return extensions.find((extension) => extension === asked) ?? extensions[0] ?? "bin";
}
