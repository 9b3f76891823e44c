import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parser, RuleType, type MarkdownToJSX } from "markdown-to-jsx/markdown";
import { endpointOf, exampleResponse } from "../contract.ts";
import { sampleLanguages } from "../samples/languages.ts";
import type { Block, TableBlock } from "../blocks.ts";
import { docsPath } from "../pages.ts";
import { recipeCode } from "../recipes.ts";
import type { DocsPage } from "../source.ts";
import { isTable, tablesOf } from "../tables.ts";
import { sourceCodeText, textureSourceList, type DocsTexts } from "../texts.ts";

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
  /** It has samples, in every language. */
  hasSamples?: true;
}

/** Lists of words by the slug of a page, with or without an anchor. */
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
  { slug, title, description, blocks }: DocsPage,
  texts: DocsTexts,
  synonyms: readonly Synonyms[],
): SearchDocument[] {
  const begin = (anchor: string, heading: string, passages: string[]): SearchDocument => ({
    path: docsPath(slug) + anchor,
    title,
    heading,
    passages,
    names: [],
    synonyms: synonymsOf(slug + anchor, synonyms),
  });
  let section = begin("", "", passagesOf(description));
  const sections = [section];
  for (const block of blocks) {
    if (block.kind === "heading") {
      section = begin(`#${block.id}`, block.text, []);
      sections.push(section);
    } else if (block.kind === "TryIt") {
      sections.push(begin(`#${block.id}`, lineOf(block.title), []));
    } else {
      const { passages = [], names = [] } = contentOf(block, blocks, texts);
      section.passages.push(...passages);
      section.names.push(...names);
      if (block.kind === "Samples") section.hasSamples = true;
    }
  }
  return sections;
}

function synonymsOf(target: string, synonyms: readonly Synonyms[]): string[] {
  const lists = new Set(synonyms.map((words) => words[target]));
  return [...lists].flatMap((list) => list?.split(", ") ?? []);
}

function contentOf(block: Block, blocks: readonly Block[], texts: DocsTexts): Content {
  if (isTable(block)) return contentOfTables(block, blocks, texts);
  switch (block.kind) {
    case "prose":
    case "note":
      return { passages: passagesOf(withoutBase(block.text, texts)) };
    case "TextureSources":
      return { passages: passagesOf(textureSourceList(texts)) };
    case "SourceCode":
      return { passages: passagesOf(sourceCodeText(texts)) };
    case "code":
      return { passages: linesOf(withoutBase(block.code, texts)) };
    case "Recipe":
      return { passages: linesOf(withoutBase(recipeCode(block.file), texts)) };
    case "Endpoint": {
      const { path } = endpointOf(block.id);
      const description = lineOf(texts.descriptions.endpoints[block.id]);
      return { passages: [`${path} · ${description}`], names: [path] };
    }
    case "Responses":
      return { passages: [endpointOf(block.endpoint).errors.join(" · ")] };
    case "Example": {
      const { head, body } = exampleResponse(block.endpoint, block.name);
      const error = body !== undefined && "error" in body ? [String(body.error)] : [];
      return { passages: [...linesOf(head), ...error] };
    }
    case "Samples":
      return { passages: [sampleLanguages.map(({ name }) => name).join(" · ")] };
    default:
      return {};
  }
}

/** Names and what they mean, each a passage. */
function contentOfTables(block: TableBlock, blocks: readonly Block[], texts: DocsTexts): Content {
  const tables = tablesOf(block, texts, blocks);
  const about = block.kind === "Fields" ? passagesOf(texts.descriptions.schemas[block.schema]) : [];
  const rows = tables.flatMap((table) => table.rows);
  const passages = rows.map(({ cells }) => {
    const [name, second] = cells;
    const description = cells.find(({ kind }) => kind === "prose" || kind === "phrase");
    const text = description === undefined ? second?.text : lineOf(description.text);
    return withoutBase(`${name?.text} · ${text}`, texts);
  });
  const names = tables.flatMap(({ label, intro, rows: rowsOfTable }) => [
    ...(intro === undefined ? [] : [label]),
    ...rowsOfTable.flatMap(({ cells: [name] }) => (name?.kind === "url" ? [] : (name?.text ?? []))),
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
  const lines = parser(markdown, { disableParsingRawHTML: true })
    .map(textOf)
    .join("\n")
    .split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function lineOf(markdown: string): string {
  return passagesOf(markdown).join(" ");
}

/** The text of a node, a line for each passage in it. */
function textOf(node: MarkdownToJSX.ASTNode): string {
  const inLine = (nodes: readonly MarkdownToJSX.ASTNode[]) => nodes.map(textOf).join("");
  switch (node.type) {
    case RuleType.text:
    case RuleType.codeInline:
      return node.text.replace(/\s+/g, " ");
    case RuleType.breakLine:
      return " ";
    case RuleType.table:
      return [node.header, ...node.cells].map((row) => row.map(inLine).join(" · ")).join("\n");
    case RuleType.orderedList:
    case RuleType.unorderedList:
      return `\n${node.items.map(inLine).join("\n")}\n`;
    case RuleType.paragraph:
    case RuleType.blockQuote:
      return `\n${inLine(node.children)}\n`;
    default:
      return "children" in node ? inLine(node.children ?? []) : "";
  }
}
