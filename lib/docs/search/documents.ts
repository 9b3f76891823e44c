import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { lexer, type Token, type Tokens } from "marked";
import { endpointOf, exampleResponse } from "../contract.ts";
import { sampleLanguages } from "../samples/languages.ts";
import { tablesOf } from "../tables.ts";
import {
  docsPath,
  textureSourceList,
  type Block,
  type DocsPage,
  type DocsTexts,
  type TableBlock,
} from "../page.ts";

/** A section of a page as the search knows it. */
export interface SearchDocument {
  /** Its path, without the language: `/docs/head#parameters`. */
  path: string;
  /** The title of its page. */
  title: string;
  /** Empty for the text above the first heading. */
  heading: string;
  /** The text: a string for each paragraph, list item and row. */
  passages: string[];
  /** The parameters, fields, headers, errors and variables that are explained there. */
  names: string[];
  /** Synonyms that the page itself may not contain. */
  synonyms: string[];
}

/** Lists of words by the id of a page, with or without an anchor. */
type Synonyms = Readonly<Record<string, string>>;

type Content = Partial<Pick<SearchDocument, "passages" | "names">>;

/** The pages in one language, section by section. */
export function searchDocuments(pages: readonly DocsPage[], texts: DocsTexts): SearchDocument[] {
  // English words are used everywhere.
  const synonyms = [...new Set(["en", texts.locale])].map(synonymsIn);
  return pages.flatMap((page) => sectionsOf(page, texts, synonyms));
}

/** The synonyms of a language, which may have none. */
export function synonymsIn(locale: string): Synonyms {
  const file = path.join(process.cwd(), "messages", "synonyms", `${locale}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Synonyms) : {};
}

function sectionsOf(
  page: DocsPage,
  texts: DocsTexts,
  synonyms: readonly Synonyms[],
): SearchDocument[] {
  const title = texts.text(page.id, "title");
  const begin = (anchor: string, heading: string, passages: string[]): SearchDocument => ({
    path: docsPath(page) + anchor,
    title,
    heading,
    passages,
    names: [],
    synonyms: synonymsOf(page.id + anchor, synonyms),
  });
  let section = begin("", "", passagesOf(texts.text(page.id, "description")));
  const sections = [section];
  for (const block of page.blocks) {
    if (block.kind === "heading") {
      section = begin(`#${block.id}`, lineOf(texts.text(page.id, block.text)), []);
      sections.push(section);
    } else {
      const { passages = [], names = [] } = contentOf(block, page, texts);
      section.passages.push(...passages);
      section.names.push(...names);
    }
  }
  return sections;
}

function synonymsOf(target: string, synonyms: readonly Synonyms[]): string[] {
  const lists = new Set(synonyms.map((words) => words[target]));
  return [...lists].flatMap((list) => list?.split(", ") ?? []);
}

function contentOf(block: Block, page: DocsPage, texts: DocsTexts): Content {
  switch (block.kind) {
    case "prose":
    case "note":
      return { passages: passagesOf(withoutBase(texts.text(page.id, block.text), texts)) };
    case "textureSources":
      return { passages: passagesOf(textureSourceList(texts)) };
    case "code":
      return { passages: linesOf(withoutBase(block.code, texts)) };
    case "endpoint": {
      const { path } = endpointOf(block.endpoint);
      const description = lineOf(texts.descriptions.endpoints[block.endpoint]);
      return { passages: [`${path} · ${description}`], names: [path] };
    }
    case "responses":
      return { passages: [endpointOf(block.endpoint).errors.join(" · ")] };
    case "example": {
      const { head, body } = exampleResponse(block.endpoint, block.example);
      const error = body !== undefined && "error" in body ? [String(body.error)] : [];
      return { passages: [...linesOf(head), ...error] };
    }
    case "parameters":
    case "fields":
    case "schemes":
    case "clients":
    case "errors":
    case "imageErrors":
    case "headers":
    case "variables":
      return contentOfTables(block, page, texts);
    case "samples":
      return { passages: [sampleLanguages.map(({ name }) => name).join(" · ")] };
    default:
      return {};
  }
}

/** Names and what they mean, each a passage. */
function contentOfTables(block: TableBlock, page: DocsPage, texts: DocsTexts): Content {
  const tables = tablesOf(block, page, texts);
  const about = block.kind === "fields" ? passagesOf(texts.descriptions.schemas[block.schema]) : [];
  const rows = tables.flatMap((table) => table.rows);
  const passages = rows.map(({ cells }) => {
    const [name, second] = cells;
    const description = cells.find(({ kind }) => kind === "prose" || kind === "phrase");
    const text = description === undefined ? second?.text : lineOf(description.text);
    return withoutBase(`${name?.text} · ${text}`, texts);
  });
  const names = tables.flatMap(({ label, intro, rows: own }) => [
    ...(intro === undefined ? [] : [label]),
    ...own.flatMap(({ cells: [name] }) => (name?.kind === "url" ? [] : (name?.text ?? []))),
  ]);
  return { passages: [...about, ...passages], names };
}

function linesOf(code: string): string[] {
  return code
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The service's URL is not indexed, since it depends on the configuration. */
function withoutBase(text: string, { base }: DocsTexts): string {
  return text.replaceAll("{base}", "").replaceAll(base, "");
}

/** The visible text of Markdown: one string for each paragraph, list item and table row. */
export function passagesOf(markdown: string): string[] {
  return lexer(markdown).flatMap(passagesOfBlock);
}

function lineOf(markdown: string): string {
  return passagesOf(markdown).join(" ");
}

function passagesOfBlock(token: Token): string[] {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((cells) => cells.map(textOf).join(" · "));
  }
  if (token.type === "list") return (token as Tokens.List).items.flatMap(passagesOfBlock);
  if (token.type === "list_item" || token.type === "blockquote") {
    return (token as Tokens.ListItem | Tokens.Blockquote).tokens.flatMap(passagesOfBlock);
  }
  const text = textOf(token).replace(/\s+/g, " ").trim();
  return text === "" ? [] : [text];
}

function textOf(token: Token | Tokens.TableCell): string {
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOf).join("");
  if ("type" in token && token.type === "br") return " ";
  return "text" in token && typeof token.text === "string" ? token.text : "";
}
