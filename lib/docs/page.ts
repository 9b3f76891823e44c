import type { Locale, Messages } from "next-intl";
import type { EndpointId } from "../contract/endpoints.ts";
import type { SchemaId, Meanings } from "../contract/meanings.ts";
import { docsSlugs } from "./slugs.ts";

/** The languages that code of the documentation is written in. */
const codeLanguages = [
  "bash",
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
 * A piece of a page. `text` names a message of the page; the rest is rendered from the contract, so
 * that it is never out of date. In code, `{base}` stands for the public address of the service.
 */
export type Block<Key extends string = string> =
  /** Markdown: paragraphs, lists and tables. */
  | { kind: "prose"; text: Key }
  /** Markdown that must not be overlooked. */
  | { kind: "note"; text: Key }
  /** Of a section that stands alone, or beside another on a wide screen: at its start or end. */
  | { kind: "heading"; id: string; text: Key; level: 2 | 3; column?: Column }
  /** Code that is the same in every language; `name` says what it is, for copying. */
  | { kind: "code"; language: CodeLanguage; code: string; name?: string }
  /** A file of `public/pictures`, drawn by `npm run sheet -- --docs`; the text says what it shows. */
  | { kind: "picture"; file: string; text: Key; width: number; height: number }
  /** An endpoint's address and what it is for. */
  | { kind: "endpoint"; endpoint: EndpointId }
  | { kind: "parameters"; endpoint: EndpointId }
  /** Every captured response of an endpoint. */
  | { kind: "responses"; endpoint: EndpointId }
  /** One captured response; `anywhere` is not of one endpoint. */
  | { kind: "example"; endpoint: EndpointId | "anywhere"; example: string }
  | { kind: "samples"; endpoint: EndpointId }
  | { kind: "tryIt"; endpoint: EndpointId }
  | { kind: "fields"; schema: SchemaId }
  /** The addresses of other services; the texts are the titles of the columns. */
  | { kind: "schemes"; columns: readonly [old: Key, here: Key, native: Key] }
  /** What programs are configured with. */
  | { kind: "clients"; columns: readonly [program: Key, address: Key] }
  /** The error table. */
  | { kind: "errors" }
  /** The response headers. */
  | { kind: "headers" }
  /** The environment variables. */
  | { kind: "variables" }
  /** The changelog of the project, which is in English. */
  | { kind: "changelog" };

export type Column = "start" | "end";

/** A section that stands beside the other column on a wide screen, up to the next heading. */
export function column<Key extends string>(side: Column, heading: Block<Key>): Block<Key> {
  return { ...heading, ...(heading.kind === "heading" && { column: side }) };
}

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

/** A section and its text, whose message is the heading's with `Text` behind it. */
export function topic<Key extends string>(id: string, key: Key): Block<Key | `${Key}Text`>[] {
  return [section(id, key), prose(`${key}Text`)];
}

/** The same at the third level. */
export function subtopic<Key extends string>(id: string, key: Key): Block<Key | `${Key}Text`>[] {
  return [subsection(id, key), prose(`${key}Text`)];
}

/** A picture in its own size. */
export function picture<Key extends string>(
  file: string,
  text: Key,
  width: number,
  height: number,
): Block<Key> {
  return { kind: "picture", file, text, width, height };
}

/** Where the file of a picture is. */
export function pictureUrl(file: string): string {
  return `/pictures/${file}.png`;
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

/** The messages of all pages: `title`, `description` and what its blocks name. */
type PageMessages = Messages["DocsPages"];
export type PageId = keyof PageMessages;

export interface DocsPage {
  /** The page's namespace in `DocsPages` of the messages. */
  id: PageId;
  /** Its address under `/docs`; empty for the first page. */
  slug: string;
  blocks: readonly Block[];
}

/** A page whose blocks name only messages that the page has. */
export function definePage<Id extends PageId>(
  id: Id,
  blocks: readonly Block<keyof PageMessages[Id] & string>[],
): DocsPage {
  return { id, slug: docsSlugs[id], blocks };
}

/** Where a page is, without the language. */
export function docsPath({ slug }: Pick<DocsPage, "slug">): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** The section of the errors page that explains a code: `NOT_FOUND` is `not-found`. */
export function errorAnchor(code: string): string {
  return code.toLowerCase().replaceAll("_", "-");
}

/** What the documentation says, in one language. */
export interface DocsTexts {
  locale: Locale;
  /** The public address of the service, without a slash at its end. */
  base: string;
  /** A message of a page, as Markdown. */
  text(page: PageId, key: string): string;
  /** What the contract means. */
  meanings: Meanings;
  /** The changelog of the project without its title, as Markdown. It is in English. */
  changelog: string;
  /** The words around the texts: titles of groups and columns. Those with values are no text. */
  labels: Messages["Docs"];
  /** What each variable of the environment means. */
  configuration: Readonly<Record<string, string>>;
}

/** Code of the documentation as it is copied: with the address of this service. */
export function withBase(code: string, { base }: Pick<DocsTexts, "base">): string {
  return code.replaceAll("{base}", base);
}
