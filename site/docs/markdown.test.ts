import { parser, RuleType, type MarkdownToJSX } from "markdown-to-jsx/markdown";
import { expect, it } from "vitest";
import { capturedOf } from "../../lib/contract/captured.ts";
import { errorCodes } from "../../lib/contract/errors.ts";
import { base, everyLanguage, textsOf } from "./catalogues.fixture.ts";
import { llmsFull, llmsIndex, pageMarkdown } from "./markdown.ts";
import { docsPath, type Slug } from "./pages.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { loadPage, loadPages } from "./source.ts";
import { variableDefaults } from "./tables.ts";

const english = textsOf("en");
const HTML = new Set<number>([RuleType.htmlBlock, RuleType.htmlSelfClosing, RuleType.htmlComment]);

async function markdownOf(slug: Slug): Promise<string> {
  return pageMarkdown(await loadPage("en", slug), english);
}

it.each(everyLanguage)(
  "writes every page as whole Markdown with absolute links: %s",
  async (locale) => {
    const texts = textsOf(locale);
    const wrong = (await loadPages(locale)).flatMap((page) => {
      const markdown = pageMarkdown(page, texts);
      const nodes = parser(markdown).flatMap(withInner);
      const headings = nodes.filter(({ type }) => type === RuleType.heading).length;
      const written = page.blocks.filter(({ kind }) => kind === "heading").length;
      const problems: [string, boolean][] = [
        ["title", !markdown.startsWith(`# ${page.title}\n\n`)],
        ["last line", !/[^\n]\n$/.test(markdown)],
        ["{base}", markdown.includes("{base}")],
        ["headings", headings !== 1 + written],
        ["components", nodes.some(({ type }) => HTML.has(type))],
        ["escapes", /^(?!.*`).*\\[<{]/m.test(markdown)],
        [
          "links",
          nodes.some(
            (node) => node.type === RuleType.link && !/^https?:\/\//.test(node.target ?? ""),
          ),
        ],
        [
          "tables",
          nodes.some(
            (node) =>
              node.type === RuleType.table &&
              node.cells.some((row) => row.length !== node.header.length),
          ),
        ],
      ];
      return problems.flatMap(([what, is]) => (is ? [`${page.slug}: ${what}`] : []));
    });
    expect(wrong).toEqual([]);
  },
);

it("fills the URL of the service into code within a line", async () => {
  const page = await loadPage("en", "index");
  const blocks = [{ kind: "prose" as const, text: "Ask `{base}/head`." }];
  const markdown = pageMarkdown({ ...page, description: "Is `{base}` there?", blocks }, english);
  expect(markdown).toBe(`# ${page.title}\n\nIs \`${base}\` there?\n\nAsk \`${base}/head\`.\n`);
});

it("links to other pages as Markdown, and keeps the anchor", async () => {
  expect(await markdownOf("rate-limits")).toContain(`](${base}/en/docs/errors.md#bad-gateway)`);
  expect(await markdownOf("index")).toContain(`](${base}/openapi.json)`);
});

it("has the same tables as the page", async () => {
  const errors = await markdownOf("errors");
  for (const code of errorCodes)
    expect(errors).toMatch(new RegExp(`^\\| \`${code}\` \\| \\d{3} `, "m"));
  const variables = await markdownOf("self-hosting");
  for (const name of Object.keys(variableDefaults()))
    expect(variables).toContain(`| \`${name}\` |`);
  expect(await markdownOf("head")).toContain("| `size` | `integer` (8–1024) | `64` |");
  expect(await markdownOf("profile")).toMatch(/\| `linked` \| `boolean \\\| null` \|/);
});

it("writes what MDX escapes as Markdown has it, and nothing of its own", async () => {
  const page = await loadPage("en", "head");
  const text = "Between \\<a> and \\{b}, see [start](/docs) or [home](/).";
  const markdown = pageMarkdown({ ...page, blocks: [{ kind: "note", text }] }, english);
  expect(markdown).toContain(
    `> Between <a> and {b}, see [start](${base}/en/docs.md) or [home](${base}/en).\n`,
  );
});

it("has every sample, with the URL of this service", async () => {
  const markdown = await markdownOf("skin");
  for (const { name, grammar } of sampleLanguages) {
    expect(markdown).toContain(`**${name}**\n\n\`\`\`${grammar}\n`);
  }
  expect(markdown.split(`${base}/skin`).length).toBeGreaterThan(sampleLanguages.length);
});

it("has an example of every response", async () => {
  const markdown = await markdownOf("cape");
  expect(markdown).toContain("**502** `BAD_GATEWAY`");
  expect(markdown).toMatch(/\*\*404\*\* `NOT_FOUND`.*\n\n```http\nGET \/cape\?username=/);
  expect(markdown).toContain(JSON.stringify(capturedOf("getCape")["noCape"]?.body, null, 2));
});

it("lists every page in llms.txt", async () => {
  const pages = await loadPages("en");
  const index = llmsIndex(pages, english);
  expect(index.startsWith("# Nametag\n\n> ")).toBe(true);
  for (const { slug, title, description } of pages)
    expect(index).toContain(`- [${title}](${base}/en${docsPath(slug)}.md): ${description}\n`);
});

it("has every page in llms-full.txt, in reading order", async () => {
  const pages = await loadPages("en");
  const titles = pages.map(({ title }) => `# ${title}`);
  const found = llmsFull(pages, english)
    .split("\n")
    .filter((line) => titles.includes(line));
  expect(found).toEqual(titles);
});

/** A node and all nodes in it. */
function withInner(node: MarkdownToJSX.ASTNode): MarkdownToJSX.ASTNode[] {
  let inner: MarkdownToJSX.ASTNode[] = [];
  if (node.type === RuleType.table) inner = [node.header, ...node.cells].flat(2);
  else if ("items" in node) inner = node.items.flat();
  else if ("children" in node) inner = node.children ?? [];
  return [node, ...inner.flatMap(withInner)];
}

it("says where the source code is, or who knows it", async () => {
  const page = await loadPage("en", "self-hosting");
  const texts = textsOf("en");
  const source = "https://git.example.org/lanterns/nametag";
  const known = pageMarkdown(page, { ...texts, source });
  expect(known).toContain(`Get the source code: [git.example.org/lanterns/nametag](${source})`);
  const unknown = pageMarkdown(page, { ...texts, source: undefined });
  expect(unknown).toContain("the operator of this instance can tell you where it is");
});
