import { lenientNumber, wordOf } from "./subject.ts";
import type { CompatUrl } from "./terms.ts";

/** A route of a table, ready to be compared with URLs. Its grammar is that of `CompatScheme`. */
export interface RoutePattern {
  /** Placeholders, and words without their extension. */
  segments: readonly string[];
  /** The parameters that it names, with the values or placeholders that they have. */
  query: readonly (readonly [name: string, value: string])[];
}

/** A URL, ready to be compared with routes. */
export interface UrlParts {
  segments: readonly string[];
  /** The segments as words of a route: in any case, and with any extension. */
  words: readonly string[];
  search: URLSearchParams;
}

/** A URL that fits a route. */
export interface RouteMatch extends CompatUrl {
  /** The segments that follow the route. */
  rest: readonly string[];
  /** Parameters that mean something. */
  heeded: Set<string>;
  /** The values of parameters that have a placeholder, by its name. */
  values: Readonly<Record<string, string>>;
}

export function parseRoute(route: string): RoutePattern {
  const [path = "", query = ""] = route.split("?");
  const segments = path.split("/").map((token) => (isPlaceholder(token) ? token : wordOf(token)));
  return { segments, query: [...new URLSearchParams(query)] };
}

/** Reads a URL by a route; null if it does not fit. */
export function matchRoute(pattern: RoutePattern, url: UrlParts): RouteMatch | null {
  if (!fitsPath(pattern.segments, url)) return null;
  const { segments, search } = url;
  const values = valuesIn(pattern, search);
  if (values === null) return null;
  const inPath = (placeholder: string) => segments[pattern.segments.indexOf(placeholder)];
  const hasIdInPath = pattern.segments.includes(":id");
  const hasIdInQuery = pattern.query.some(([, value]) => value === ":id");
  const inQuery = hasIdInQuery ? (values["id"] ?? "") : undefined;
  const options = segments.filter(
    (_, at) => at >= pattern.segments.length || pattern.segments[at] === ":size",
  );
  const heeded = new Set(pattern.query.map(([name]) => name));
  const read = (name: string) => {
    heeded.add(name);
    return search.get(name);
  };
  return {
    segments,
    search,
    id: hasIdInPath ? (inPath(":id") ?? "") : inQuery,
    any: inPath(":any") ?? "",
    options,
    number: options.map(lenientNumber).find(Boolean),
    read,
    numberIn: (...names) => names.map((name) => lenientNumber(read(name) ?? "")).find(Boolean),
    rest: segments.slice(pattern.segments.length),
    heeded,
    values,
  };
}

/** True if nothing follows the route but a slash. */
export function isWhole({ rest }: RouteMatch): boolean {
  return rest.length === 0 || (rest.length === 1 && rest[0] === "");
}

/** True if all parameters of the query mean something. Others may be random numbers, which are never seen again. */
export function isPlain({ search, heeded }: RouteMatch): boolean {
  return [...search.keys()].every((name) => heeded.has(name));
}

function isPlaceholder(token: string): boolean {
  return token.startsWith(":");
}

function fitsPath(pattern: readonly string[], { segments, words }: UrlParts): boolean {
  return pattern.every((token, at) => {
    const segment = segments[at];
    // Only an id that comes last may be left out.
    if (segment === undefined) return token === ":id" && at === pattern.length - 1;
    if (token === ":id" || token === ":any") return true;
    // `/face/512` is a player called 512.
    if (token === ":size") {
      return segments.length >= pattern.length && lenientNumber(segment) !== undefined;
    }
    return words[at] === token;
  });
}

/** The values of placeholders; null if a parameter has another value than the route says. */
function valuesIn({ query }: RoutePattern, search: URLSearchParams): Record<string, string> | null {
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    const sent = search.get(name);
    if (!value.startsWith(":")) {
      if (sent?.toLowerCase() !== value) return null;
    } else if (sent !== null) values[value.slice(1)] = sent;
  }
  return values;
}
