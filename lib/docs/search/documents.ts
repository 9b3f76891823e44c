import { lexer, type Token, type Tokens } from "marked";
import { endpointOf } from "../../contract/endpoints.ts";
import { sampleLanguages } from "../samples/languages.ts";
import synonyms from "./synonyms.json" with { type: "json" };
import { exampleResponse } from "../example-responses.ts";
import { tablesOf, type TableBlock } from "../tables.ts";
import { docsPath, type Block, type DocsPage, type DocsTexts } from "../page.ts";

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

type Words = Readonly<Record<string, string>>;
/** By the id of a page, with or without an anchor. English words are used in every language. */
const words: Readonly<Record<string, Words>> = synonyms;

type Content = Partial<Pick<SearchDocument, "passages" | "names">>;

/** The pages in one language, section by section. */
export function searchDocuments(pages: readonly DocsPage[], texts: DocsTexts): SearchDocument[] {
  return pages.flatMap((page) => sectionsOf(page, texts));
}

function sectionsOf(page: DocsPage, texts: DocsTexts): SearchDocument[] {
  const title = texts.text(page.id, "title");
  const path = docsPath(page);
  const description = passagesOf(texts.text(page.id, "description"));
  const begin = (anchor: string, heading: string, passages: string[]): SearchDocument => ({
    path: path + anchor,
    title,
    heading,
    passages,
    names: [],
    synonyms: synonymsOf(page.id + anchor, texts.locale),
  });
  let section = begin("", "", description);
  const sections = [section];
  for (const block of page.blocks) {
    if (block.kind === "heading") {
      const heading = passagesOf(texts.text(page.id, block.text)).join(" ");
      section = begin(`#${block.id}`, heading, []);
      sections.push(section);
    } else {
      const { passages = [], names = [] } = contentOf(block, page, texts);
      section.passages.push(...passages);
      section.names.push(...names);
    }
  }
  return sections;
}

function synonymsOf(target: string, locale: string): string[] {
  return [...new Set([words["en"]?.[target], words[locale]?.[target]])].flatMap(
    (list) => list?.split(", ") ?? [],
  );
}

function contentOf(block: Block, page: DocsPage, texts: DocsTexts): Content {
  switch (block.kind) {
    case "prose":
    case "note":
      return { passages: passagesOf(withoutBase(texts.text(page.id, block.text), texts)) };
    case "code":
      return { passages: linesOf(withoutBase(block.code, texts)) };
    case "endpoint": {
      const { path } = endpointOf(block.endpoint);
      const meaning = passagesOf(texts.meanings.endpoints[block.endpoint]).join(" ");
      return { passages: [`${path} · ${meaning}`], names: [path] };
    }
    case "responses":
      return { passages: [endpointOf(block.endpoint).errors.join(" · ")] };
    case "example": {
      const { head, body } = exampleResponse(block.endpoint, block.example);
      const said = body !== undefined && "error" in body ? [String(body.error)] : [];
      return { passages: [...linesOf(head), ...said] };
    }
    case "parameters":
    case "fields":
    case "schemes":
    case "clients":
    case "errors":
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
  const about = block.kind === "fields" ? texts.meanings.schemas[block.schema] : "";
  const rows = tables.flatMap((table) => table.rows);
  const passages = rows.map(({ cells }) => {
    const [name, second] = cells;
    const meaning = cells.find(({ kind }) => kind === "prose");
    const said = meaning === undefined ? second?.text : passagesOf(meaning.text).join(" ");
    return withoutBase(`${name?.text} · ${said}`, texts);
  });
  const names = tables.flatMap(({ label, intro, rows }) => [
    ...(intro === undefined ? [] : [label]),
    ...rows.flatMap(({ cells: [name] }) =>
      name === undefined || name.kind === "url" ? [] : [name.text],
    ),
  ]);
  return { passages: [...passagesOf(about), ...passages], names };
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

function passagesOfBlock(token: Token): string[] {
  if (isTable(token)) return [token.header, ...token.rows].map(textOfRow);
  if (isList(token)) return token.items.flatMap(({ tokens }) => tokens.flatMap(passagesOfBlock));
  if (token.type === "blockquote") return (token.tokens ?? []).flatMap(passagesOfBlock);
  const text = textOf(token).replace(/\s+/g, " ").trim();
  return text === "" ? [] : [text];
}

function textOfRow(cells: Tokens.TableCell[]): string {
  return cells.map(({ tokens }) => tokens.map(textOf).join("")).join(" · ");
}

function textOf(token: Token): string {
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOf).join("");
  if (token.type === "br") return " ";
  return "text" in token && typeof token.text === "string" ? token.text : "";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}
