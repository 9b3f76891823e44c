// Reads a page of the documentation into its parts, and says what is wrong with it by itself.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toString } from "mdast-util-to-string";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { parse } from "yaml";
import { languageOf, titleIn } from "./remark-docs.mjs";

/**
 * @import { Code, Heading, Nodes, Table } from "mdast"
 * @import { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx-jsx"
 * @import { ComponentName } from "../site/docs/blocks.ts"
 */
/** @typedef {MdxJsxFlowElement | MdxJsxTextElement} Component */

/**
 * The components of pages with their attributes: `?` follows one that may be left out, `*` one that is in the words of
 * the page.
 * @type {Readonly<Record<ComponentName, readonly string[]>>}
 */
const COMPONENTS = {
  Changelog: [],
  CompatClients: [],
  CompatUrls: ["service"],
  Configuration: [],
  Endpoint: ["id", "explained?"],
  Errors: [],
  Example: ["endpoint", "name"],
  Fields: ["schema"],
  Fold: ["open?"],
  Freshness: [],
  Gallery: ["of", "first?"],
  Headers: [],
  ImageErrors: [],
  Note: [],
  Parameters: ["endpoint"],
  Picture: ["file", "alt*"],
  Recipe: ["file"],
  Responses: ["endpoint"],
  Samples: ["endpoint"],
  SourceCode: [],
  TextureSources: [],
  TryIt: ["endpoint", "id", "title*"],
};

/**
 * What every language has: as sentences name it, and all of it that is the same everywhere.
 * @typedef {{ line: number, name: string, all: string }} Part
 */

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkFrontmatter)
  .use(remarkMdx)
  .freeze();

/** A page of the documentation as a translation is compared with it. */
export class Page {
  /**
   * Headings, components, code, lists and tables, in this order in every language.
   * @type {Part[]}
   */
  parts = [];
  /**
   * Links, and code in texts. Their place in a section depends on the language.
   * @type {(Part & { section: string })[]}
   */
  spans = [];
  /** @type {{ line: number, url: string }[]} */
  links = [];
  /** @type {Set<string>} */
  anchors = new Set();
  /** The line of each section; the first has no anchor. */
  sections = new Map([["", 1]]);
  /** @type {{ line: number, text: string }[]} */
  problems = [];
  isReadable = true;
  #section = "";

  /** @param {string} source */
  constructor(source) {
    try {
      const tree = processor.parse(source);
      const [first] = tree.children;
      this.#readFrontMatter(first?.type === "yaml" ? first.value : "");
      this.#readAll(tree);
    } catch (error) {
      // Of MDX, or of YAML, which counts from the second line of the page.
      const { linePos, line = linePos ? linePos[0].line + 1 : 1, reason, message } = Object(error);
      const [text] = String(reason ?? message).split("\n");
      this.problems = [{ line, text: `cannot be read: ${text}` }];
      this.isReadable = false;
    }
  }

  /** @param {string} source */
  #readFrontMatter(source) {
    /** @type {unknown} */
    const values = parse(source);
    for (const name of ["title", "description"]) {
      const text = Object(values)[name];
      if (text) this.#readAll(processor.parse(String(text)));
      else this.problems.push({ line: 1, text: `has no ${name}.` });
    }
  }

  /** @param {Nodes} node */
  #readAll(node) {
    this.#read(node);
    if (!("children" in node)) return;
    for (const child of node.children) this.#readAll(child);
    if (node.type === "mdxJsxFlowElement" && node.children.length > 0) {
      const name = `</${node.name}>`;
      this.parts.push({ line: node.position?.end.line ?? 1, name, all: name });
    }
  }

  /** @param {Nodes} node */
  #read(node) {
    switch (node.type) {
      case "heading":
        return this.#readHeading(node);
      case "code":
        return this.#readCode(node);
      case "list":
        return this.#addPart(node, `a list of ${node.children.length}`);
      case "table":
        return this.#readTable(node);
      case "link":
        this.links.push({ line: lineOf(node), url: node.url });
        return this.#addSpan(node, `a link to ${node.url}`);
      case "inlineCode":
        return this.#addSpan(node, `\`${node.value}\``);
      case "text":
        if (node.value.includes("{base}"))
          this.#say(node, "has {base}, which works in code alone.");
        return undefined;
      case "mdxJsxFlowElement":
      case "mdxJsxTextElement":
        return this.#readComponent(node);
      case "mdxjsEsm":
      case "mdxFlowExpression":
      case "mdxTextExpression":
        return this.#say(node, "is no program. Write \\{ for a brace, and {base} in code alone.");
      default:
        return undefined;
    }
  }

  /** @param {Code} node */
  #readCode(node) {
    const found = languageOf(node);
    if ("problem" in found) this.#say(node, found.problem);
    const language = "language" in found ? found.language : node.lang;
    const title = titleIn(node.meta);
    const name = `${language} code${title === undefined ? "" : ` titled "${title}"`}`;
    this.#addPart(node, name, `${name}\n${node.value}`);
  }

  /** @param {Table} node */
  #readTable(node) {
    const [head, ...rows] = node.children;
    const columns = head?.children.length;
    this.#addPart(node, `a table of ${columns} columns and ${rows.length} rows`);
  }

  /** @param {Heading} node */
  #readHeading(node) {
    const id = /\[#([^\]]*)\]$/.exec(toString(node))?.[1];
    if (id === undefined)
      return this.#say(node, "has a heading without an id. Write [#id] at its end.");
    if (node.depth === 3 && this.#section === "") this.#say(node, "has a ### before the first ##.");
    else if (node.depth !== 2 && node.depth !== 3)
      this.#say(node, "has a heading besides ## and ###.");
    this.#section = id;
    this.sections.set(id, lineOf(node));
    this.#addAnchor(node, id);
    return this.#addPart(node, `${"#".repeat(node.depth)} [#${id}]`);
  }

  /** @param {Component} node */
  #readComponent(node) {
    const name = String(node.name);
    const known = new Map(Object.entries(COMPONENTS)).get(name);
    if (known === undefined)
      return this.#say(node, `has <${name}>, which is no component of pages.`);
    const values = this.#attributesOf(node, known);

    const { id, file, schema = "" } = values;
    if (name === "TryIt" && id) this.#addAnchor(node, id);
    if (name === "Fields") this.#addAnchor(node, `fields-${schema.toLowerCase()}`);
    const shown =
      file && (name === "Recipe" ? `content/recipes/${file}` : `public/pictures/${file}.png`);
    if (shown && !existsSync(path.join(root, shown)))
      this.#say(node, `shows ${shown}, which does not exist.`);

    const shared = Object.entries(values).filter(([key]) => !known.includes(`${key}*`));
    const written = shared
      .map(([key, value]) => (value ? ` ${key}="${value}"` : ` ${key}`))
      .join("");
    const hasText = node.children.length > 0;
    this.#addPart(node, hasText ? `<${name}${written}>` : `<${name}${written} />`);
    return undefined;
  }

  /**
   * The attributes of a component; one without a value is an empty text.
   * @param {Component} node
   * @param {readonly string[]} known
   */
  #attributesOf(node, known) {
    const names = known.map((name) => name.replace(/[?*]$/, ""));
    /** @type {Record<string, string>} */
    const values = {};
    for (const attribute of node.attributes) {
      if (
        attribute.type !== "mdxJsxAttribute" ||
        (typeof attribute.value === "object" && attribute.value !== null)
      )
        this.#say(node, `has <${node.name}> with an attribute that is no text.`);
      else if (names.includes(attribute.name)) values[attribute.name] = attribute.value ?? "";
      else this.#say(node, `has <${node.name}> with the unknown attribute "${attribute.name}".`);
    }
    const missing = known
      .filter((name) => !name.endsWith("?"))
      .map((name) => name.replace(/\*$/, ""))
      .filter((name) => !values[name]);
    for (const name of missing)
      this.#say(node, `has <${node.name}> without the attribute "${name}".`);
    return values;
  }

  /** @type {(node: Nodes, id: string) => void} */
  #addAnchor(node, id) {
    if (!/^[a-z][a-z0-9-]*$/.test(id))
      this.#say(node, `has the id ${id}, which is not of a-z, 0-9 and hyphens.`);
    if (this.anchors.has(id)) this.#say(node, `has the id ${id} again.`);
    this.anchors.add(id);
  }

  /** @type {(node: Nodes, name: string, all?: string) => void} */
  #addPart(node, name, all = name) {
    this.parts.push({ line: lineOf(node), name, all });
  }

  /** @type {(node: Nodes, name: string) => void} */
  #addSpan(node, name) {
    this.spans.push({ line: lineOf(node), name, all: name, section: this.#section });
  }

  /** @type {(node: Nodes, text: string) => void} */
  #say(node, text) {
    this.problems.push({ line: lineOf(node), text });
  }
}

/** @param {Nodes} node */
function lineOf(node) {
  return node.position?.start.line ?? 1;
}
