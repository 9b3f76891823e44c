import type { World } from "../world.ts";

/** One provider: its routes, and its error responses. */
export interface Upstream {
  /** Also the first segment of its URLs here, and the first part of its route keys. */
  readonly name: string;
  readonly routes: readonly Route[];
  /** The response where there is no such route. */
  noRoute(call: Call): Reply;
  throttled(call: Call, retryAfter: string | undefined): Reply;
  /** Status 200 around a failure. */
  envelope(call: Call): Reply;
}

export interface Route {
  /** `<upstream>.<operation>`, for faults and counts. */
  readonly key: string;
  readonly method: "GET" | "POST";
  /** Such as `/users/gt({gamertag})/profile`: a name in braces is one segment or part of it. */
  readonly path: string;
  respond(call: Call): Reply;
}

/** The parts of a request that an upstream reads. */
export interface Call {
  readonly key: string;
  /** Without the name of the upstream, still percent-encoded. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly world: World;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A route for GET unless another method is given. */
export function route(
  key: string,
  path: string,
  respond: Route["respond"],
  method: Route["method"] = "GET",
): Route {
  return { key, method, path, respond };
}

/** The `Retry-After` header of a 429, if the fault sets a time. */
export function retryAfterHeader(retryAfter: string | undefined): Record<string, string> {
  return retryAfter === undefined || retryAfter === "" ? {} : { "retry-after": retryAfter };
}

/** The headers of a complete response. */
export function headersOf(reply: Reply): Record<string, string> {
  if (reply.status === 204) return { ...reply.headers };
  return { ...reply.headers, "content-length": String(Buffer.from(reply.body ?? "").length) };
}

/** Compact JSON. */
export function json(status: number, value: unknown, headers?: Reply["headers"]): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

/** JSON as Mojang's services print it: on several lines, with spaces on both sides of colons. */
export function mojangJson(status: number, value: unknown, headers?: Reply["headers"]): Reply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: print(value, ""),
  };
}

/** Text of one value, indented. */
export function print(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0 ? "[ ]" : `[ ${value.map((it) => print(it, indent)).join(", ")} ]`;
  }
  if (value !== null && typeof value === "object") {
    const lines = Object.entries(value).map(
      ([key, inner]) => `${deeper}${JSON.stringify(key)} : ${print(inner, deeper)}`,
    );
    return lines.length === 0 ? "{ }" : `{\n${lines.join(",\n")}\n${indent}}`;
  }
  return JSON.stringify(value);
}

/** The values in a path, or null if it does not match. Throws on broken encoding. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const match = compile(pattern).exec(path);
  if (!match) return null;
  const entries = Object.entries(match.groups ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)]));
}

const compiled = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const source = pattern
    .replace(/[.()[\]?+*^$|\\]/g, String.raw`\$&`)
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]*?)");
  const expression = new RegExp(`^${source}$`);
  compiled.set(pattern, expression);
  return expression;
}
