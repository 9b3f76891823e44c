import type { EndpointId } from "../contract/endpoints.ts";
import type { SchemaId } from "../contract/meanings.ts";

/** The languages that code of the documentation is written in. */
export const codeLanguages = [
  "bash",
  "csharp",
  "go",
  "html",
  "http",
  "ini",
  "java",
  "javascript",
  "json",
  "nginx",
  "php",
  "python",
  "tsx",
  "typescript",
  "yaml",
] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/**
 * A piece of a page. `text` names a message of the page; the rest is drawn from the contract, so
 * that it is never out of date. In code, `{base}` stands for the public address of the service.
 */
export type Block<Key extends string = string> =
  /** Markdown: paragraphs, lists and tables. */
  | { kind: "prose"; text: Key }
  /** Markdown that must not be overlooked. */
  | { kind: "note"; text: Key }
  | { kind: "heading"; id: string; text: Key; level: 2 | 3 }
  /** Code that is the same in every language; `name` says what it is, for copying. */
  | { kind: "code"; language: CodeLanguage; code: string; name?: string }
  /** An endpoint's address and what it is for. */
  | { kind: "endpoint"; endpoint: EndpointId }
  | { kind: "parameters"; endpoint: EndpointId }
  /** One example answer for each status. */
  | { kind: "answers"; endpoint: EndpointId }
  | { kind: "samples"; endpoint: EndpointId }
  | { kind: "tryIt"; endpoint: EndpointId }
  | { kind: "fields"; schema: SchemaId }
  /** The error table. */
  | { kind: "errors" }
  /** The response headers. */
  | { kind: "headers" }
  /** The environment variables. */
  | { kind: "variables" }
  /** The changelog of the project, which is in English. */
  | { kind: "changelog" };

/** A heading of the second level. Its id is the same in every language, so that links keep. */
export function section<Key extends string>(id: string, text: Key): Block<Key> {
  return { kind: "heading", id, text, level: 2 };
}

/** A heading of the third level. */
export function subsection<Key extends string>(id: string, text: Key): Block<Key> {
  return { kind: "heading", id, text, level: 3 };
}

export function prose<Key extends string>(text: Key): Block<Key> {
  return { kind: "prose", text };
}

export function note<Key extends string>(text: Key): Block<Key> {
  return { kind: "note", text };
}

/** Code, its common indentation removed. */
export function code(language: CodeLanguage, text: string, name?: string): Block<never> {
  return { kind: "code", language, code: dedent(text), ...(name !== undefined && { name }) };
}

function dedent(text: string): string {
  const lines = text.replace(/^\n/, "").trimEnd().split("\n");
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [line.search(/\S/)]));
  const common = Math.min(...indents);
  return lines.map((line) => line.slice(common)).join("\n");
}
