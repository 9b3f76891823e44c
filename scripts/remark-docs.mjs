import { readFileSync } from "node:fs";
import { valueToEstree } from "estree-util-value-to-estree";
import { toString } from "mdast-util-to-string";
import { define } from "unist-util-mdx-define";
import { visit } from "unist-util-visit";

/**
 * @import { Code, Heading, Root, RootContent, Table } from "mdast"
 * @import { MdxJsxFlowElement } from "mdast-util-mdx-jsx"
 * @import { VFile } from "vfile"
 * @import { Block } from "../site/docs/blocks.ts"
 * @import { CodeLanguage } from "../site/docs/highlight.ts"
 */

/**
 * The languages that can be coloured, with their other names.
 * @type {Record<CodeLanguage, string[]>}
 */
const LANGUAGES = JSON.parse(
  readFileSync(new URL("../site/docs/code-languages.json", import.meta.url), "utf8"),
);

/**
 * What the pages of the documentation have besides the Markdown of GitHub: ids of headings, as in
 * `## Views [#gallery]`, and titles of code, as in "```html title="HTML"". A page also exports its `blocks`, for
 * whatever does not render it: the table of contents, the page as Markdown, and the search.
 */
export default function remarkDocs() {
  /** @type {(tree: Root, file: VFile) => void} */
  return (tree, file) => {
    visit(tree, (node) => {
      if (node.type === "heading") readId(node, file);
      else if (node.type === "table") {
        nameTable(node, file);
        nameCells(node);
      } else if (node.type === "code") nameCode(node, file);
      else if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") {
        file.fail("A page is no program: write \\{ for a brace.", node);
      }
    });
    define(tree, file, { blocks: valueToEstree(blocksOf(tree.children, file)) });
  };
}

/**
 * The title of code, from what follows its language.
 * @param {string | null | undefined} meta
 */
export function titleIn(meta) {
  return /title="([^"]*)"/.exec(meta ?? "")?.[1];
}

/**
 * The language of code, which may have one of its other names, or a sentence about what is wrong.
 * @param {Code} code
 * @returns {{ language: CodeLanguage } | { problem: string }}
 */
export function languageOf({ lang }) {
  const all = /** @type {[CodeLanguage, string[]][]} */ (Object.entries(LANGUAGES));
  const known = all.find(([name, others]) => [name, ...others].includes(lang ?? ""));
  if (known !== undefined) return { language: known[0] };
  const problem = lang ? `code in the unknown language "${lang}"` : "code without a language";
  const names = Object.keys(LANGUAGES).join(", ");
  return {
    problem: `has ${problem}. Write one of ${names}, or add yours to site/docs/code-languages.json and highlight.ts.`,
  };
}

/**
 * Gives code the usual name of its language, and its title.
 * @param {Code} code
 * @param {VFile} file
 */
function nameCode(code, file) {
  const found = languageOf(code);
  if ("problem" in found) return file.fail(`This page ${found.problem}`, code);
  code.lang = found.language;
  const title = titleIn(code.meta);
  if (title !== undefined) code.data = { hProperties: { title } };
}

const ID = /\s*\[#([\w-]+)\]$/;

/**
 * Moves the id of a heading from its text to its attributes.
 * @param {Heading} node
 * @param {VFile} file
 */
function readId(node, file) {
  const last = node.children.at(-1);
  const [mark, id] = (last?.type === "text" ? ID.exec(last.value) : null) ?? [];
  if (last?.type !== "text" || mark === undefined)
    return file.fail("This heading has no id. Write it as in: ## Views [#gallery]", node);
  last.value = last.value.slice(0, -mark.length);
  node.data = { hProperties: { id } };
}

/**
 * Names a table by the titles of its columns, for screen readers: it can be reached by keyboard.
 * @param {Table} table
 * @param {VFile} file
 */
function nameTable(table, file) {
  const titles = (table.children[0]?.children ?? []).map((cell) => toString(cell).trim());
  if (titles.includes("")) file.fail("Each column of a table needs a title.", table);
  table.data = { hProperties: { label: titles.join(", ") } };
}

/**
 * In a narrow column a row of a table is a small card: its first cell is its title, and each of several others says
 * the title of its column.
 * @param {Table} table
 */
function nameCells({ children: [titles, ...rows] }) {
  for (const { children: cells } of rows) {
    cells.forEach((cell, at) => {
      if (at === 0) cell.data = { hName: "th", hProperties: { scope: "row" } };
      else if (cells.length > 2) {
        const title = titles?.children[at];
        cell.data = { hProperties: { "data-label": title ? toString(title) : "" } };
      }
    });
  }
}

/**
 * @param {readonly RootContent[]} nodes
 * @param {VFile} file
 * @returns {Block[]}
 */
function blocksOf(nodes, file) {
  /** @param {RootContent | undefined} first */
  const sourceOf = (first, last = first) =>
    String(file).slice(first?.position?.start.offset, last?.position?.end.offset);
  return nodes.flatMap((node) => {
    switch (node.type) {
      // The front matter, and what other plugins export.
      case "yaml":
      case "mdxjsEsm":
        return [];
      case "heading":
        return {
          kind: /** @type {const} */ ("heading"),
          level: node.depth,
          id: String(node.data?.hProperties?.id),
          text: toString(node),
        };
      case "code":
        return {
          kind: /** @type {const} */ ("code"),
          language: /** @type {CodeLanguage} */ (node.lang),
          code: node.value,
        };
      case "mdxJsxFlowElement":
        if (node.name === "Fold") return blocksOf(node.children, file);
        if (node.name === "Note") {
          const text = sourceOf(node.children[0], node.children.at(-1));
          return { kind: /** @type {const} */ ("note"), text };
        }
        return componentBlock(node, file);
      default:
        return { kind: /** @type {const} */ ("prose"), text: sourceOf(node) };
    }
  });
}

/**
 * @param {MdxJsxFlowElement} node
 * @param {VFile} file
 */
function componentBlock(node, file) {
  const attributes = node.attributes.map((attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || Object(attribute.value) === attribute.value)
      return file.fail("A page is no program: write attributes as texts.", node);
    return [attribute.name, attribute.value ?? true];
  });
  return { kind: node.name, ...Object.fromEntries(attributes) };
}
