import type { Reply } from "./upstream.ts";

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
