import { marked, type Token, type Tokens } from "marked";
import { expect, it } from "vitest";
import { capturedOf } from "../contract/captured.ts";
import { errorCodes } from "../contract/errors.ts";
import { base, everyLanguage, textsOf } from "./catalogues.fixture.ts";
import { llmsFull, llmsIndex, pageMarkdown } from "./markdown.ts";
import { docsPath, type Block, type DocsPage } from "./page.ts";
import { docsPages } from "./pages.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { variableDefaults } from "./tables.ts";

const english = textsOf("en");

function markdownOf(id: string, texts = english): string {
  const page = docsPages.find((one) => one.id === id);
  if (page === undefined) throw new TypeError(`There is no page ${id}.`);
  return pageMarkdown(page, texts);
}

it.each(everyLanguage)("writes every page as whole Markdown with absolute links: %s", (locale) => {
  const texts = textsOf(locale);
  const wrong = docsPages.flatMap((page) => {
    const markdown = pageMarkdown(page, texts);
    const tokens = marked.lexer(markdown);
    const headings = tokens.filter(({ type }) => type === "heading").length;
    const problems: [string, boolean][] = [
      ["title", !markdown.startsWith(`# ${texts.text(page.id, "title")}\n\n`)],
      ["last line", !/[^\n]\n$/.test(markdown)],
      ["{base}", markdown.includes("{base}")],
      ["headings", headings !== 1 + countOf(page, "heading") - countOf(page, "tryIt")],
      ["links", linksIn(tokens).some((href) => !/^https?:\/\//.test(href))],
      ["tables", tablesIn(tokens).some(({ columns, cells }) => cells.some((n) => n !== columns))],
    ];
    return problems.flatMap(([what, is]) => (is ? [`${page.id}: ${what}`] : []));
  });
  expect(wrong).toEqual([]);
});

it("links to other pages as Markdown, and keeps the anchor", () => {
  expect(markdownOf("rateLimits")).toContain(`](${base}/en/docs/errors.md#bad-gateway)`);
  expect(markdownOf("quickStart")).toContain(`](${base}/openapi.json)`);
});

it("has the same tables as the page", () => {
  const errors = markdownOf("errors");
  for (const code of errorCodes)
    expect(errors).toMatch(new RegExp(`^\\| \`${code}\` \\| \\d{3} `, "m"));
  const variables = markdownOf("selfHosting");
  for (const name of Object.keys(variableDefaults()))
    expect(variables).toContain(`| \`${name}\` |`);
  expect(markdownOf("head")).toContain("| `size` | `integer` (8–1024) | `64` |");
  expect(markdownOf("profile")).toMatch(/\| `linked` \| `boolean \\\| null` \|/);
});

it("has every sample, with the URL of this service", () => {
  const markdown = markdownOf("skin");
  for (const { name, grammar } of sampleLanguages) {
    expect(markdown).toContain(`**${name}**\n\n\`\`\`${grammar}\n`);
  }
  expect(markdown.split(`${base}/skin`).length).toBeGreaterThan(sampleLanguages.length);
});

it("has an example of every response", () => {
  const markdown = markdownOf("cape");
  expect(markdown).toContain("**502** `BAD_GATEWAY`");
  expect(markdown).toMatch(/\*\*404\*\* `NOT_FOUND`.*\n\n```http\nGET \/cape\?username=/);
  expect(markdown).toContain(JSON.stringify(capturedOf("getCape")["noCape"]?.body, null, 2));
});

it("lists every page in llms.txt", () => {
  const index = llmsIndex(english);
  expect(index.startsWith("# Nametag\n\n> ")).toBe(true);
  for (const page of docsPages) {
    const title = english.text(page.id, "title");
    const description = english.text(page.id, "description");
    expect(index).toContain(`- [${title}](${base}/en${docsPath(page)}.md): ${description}\n`);
  }
});

it("has every page in llms-full.txt, in reading order", () => {
  const titles = docsPages.map(({ id }) => `# ${english.text(id, "title")}`);
  const found = llmsFull(english)
    .split("\n")
    .filter((line) => titles.includes(line));
  expect(found).toEqual(titles);
});

/** The targets of all links of a text. */
function linksIn(tokens: Token[]): string[] {
  return everyToken(tokens).flatMap((token) =>
    token.type === "link" ? [String(token["href"])] : [],
  );
}

/** The number of columns of each row of each table, and of its head. */
function tablesIn(tokens: Token[]): { columns: number; cells: number[] }[] {
  return everyToken(tokens).flatMap((token) => {
    if (token.type !== "table") return [];
    const { header, rows } = token as Tokens.Table;
    return [{ columns: header.length, cells: rows.map((row) => row.length) }];
  });
}

function everyToken(tokens: Token[]): Token[] {
  const found: Token[] = [];
  void marked.walkTokens(tokens, (token) => void found.push(token));
  return found;
}

function countOf({ blocks }: DocsPage, kind: Block["kind"]): number {
  return blocks.filter((block) => block.kind === kind).length;
}
