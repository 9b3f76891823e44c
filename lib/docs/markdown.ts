import {
  endpointOf,
  examplePlayer,
  formsOf,
  exampleResponse,
  exampleResponses,
  type Endpoint,
  type ExampleResponse,
  type TitledResponse,
} from "./contract.ts";
import {
  type Block,
  type DocsPage,
  withBase,
  type DocsTexts,
  docsPath,
  imageUrl,
  textureSourceList,
} from "./page.ts";
import { tileUrl } from "./gallery.ts";
import { linkTarget, docsGroups, docsPages } from "./pages.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { sampleCode } from "./samples/samples.ts";
import { tablesOf, type Cell, type Table } from "./tables.ts";

/**
 * A page as Markdown, for programs and for people who read in a terminal. Forms, which need a browser,
 * and the headings above them are left out.
 */
export function pageMarkdown(page: DocsPage, texts: DocsTexts): string {
  const parts = [
    `# ${texts.text(page.id, "title")}`,
    texts.text(page.id, "description"),
    ...page.blocks
      .filter((_, at) => page.blocks[at + 1]?.kind !== "tryIt")
      .map((block) => blockMarkdown(block, page, texts)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function blockMarkdown(block: Block, page: DocsPage, texts: DocsTexts): string {
  const { descriptions } = texts;
  switch (block.kind) {
    case "prose":
      return withLinks(texts.text(page.id, block.text), texts);
    case "freshness":
      return withLinks(texts.labels.fresh, texts);
    case "textureSources":
      return textureSourceList(texts);
    case "note":
      return withLinks(texts.text(page.id, block.text), texts).replace(/^/gm, "> ");
    case "heading":
      return `${"#".repeat(block.level)} ${texts.text(page.id, block.text)}`;
    case "code":
      return fence(block.language, withBase(block.code, texts));
    case "image":
      return `![${texts.text(page.id, block.text)}](${texts.base}${imageUrl(block.file)})`;
    case "endpoint": {
      const urls = formsOf(endpointOf(block.endpoint));
      const lines = urls.map((url) => `\`GET ${url}\``).join("\\\n");
      const about = `${lines} · ${descriptions.endpoints[block.endpoint]}`;
      return urls.length > 1 && !block.isExplained ? `${about}\n\n${texts.labels.inPath}` : about;
    }
    case "gallery":
      return block.tiles.map((tile) => `- \`${tileUrl(tile, examplePlayer.javaName)}\``).join("\n");
    case "responses":
      return exampleResponses(block.endpoint, descriptions).map(responseMarkdown).join("\n\n");
    case "example":
      return responseFence(exampleResponse(block.endpoint, block.example));
    case "samples":
      return samplesMarkdown(endpointOf(block.endpoint), texts);
    case "plot":
      return `![${texts.text(page.id, block.columns[0])}](${texts.base}/pictures/capacity-${block.plot}.svg)`;
    case "changelog":
      return texts.changelog;
    case "tryIt":
      // A form needs a browser.
      return "";
    default:
      return tablesOf(block, page, texts)
        .map((table) => tableMarkdown(table, texts))
        .join("\n\n");
  }
}

function samplesMarkdown(endpoint: Endpoint, { base }: DocsTexts): string {
  const samples = sampleLanguages.map(({ id, name, grammar }) => {
    const sample = fence(grammar, sampleCode(endpoint, id, { baseUrl: base }));
    return `**${name}**\n\n${sample}`;
  });
  return samples.join("\n\n");
}

function responseMarkdown(response: TitledResponse): string {
  const { status, name, title } = response;
  const what = name === undefined ? title : `${code(name)} ${title}`;
  return `**${status}** ${what}\n\n${responseFence(response)}`;
}

function responseFence({ head, body }: ExampleResponse): string {
  return fence("http", body === undefined ? head : `${head}\n\n${JSON.stringify(body, null, 2)}`);
}

/** Rewrites links to other pages to their Markdown. */
function withLinks(markdown: string, { base, locale }: DocsTexts): string {
  return markdown.replace(/\]\(([^()\s]+)\)/g, (_, target: string) => {
    const { href, kind } = linkTarget(target);
    if (kind === "external") return `](${href})`;
    if (kind === "file") return `](${base}${href})`;
    return `](${base}/${locale}${href.replace(/^\/docs[^#]*/, "$&.md")})`;
  });
}

function tableMarkdown({ intro, columns, rows }: Table, { labels }: DocsTexts): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const body = rows.map(({ cells, limits, isOptional = false }) =>
    cells.map((cell, at) => {
      const isLast = at === cells.length - 1;
      const range = at === 1 && limits?.of === "value" ? ` (${limits.min}–${limits.max})` : "";
      return cellMarkdown(cell) + range + (isOptional && isLast ? ` (${labels.optional})` : "");
    }),
  );
  const lines = [columns, columns.map(() => "---"), ...body].map(line).join("\n");
  return intro === undefined ? lines : `${intro}\n\n${lines}`;
}

/** Cells whose text is Markdown already. */
const MARKDOWN = new Set<Cell["kind"]>(["text", "prose", "phrase", "required"]);

function cellMarkdown({ kind, text }: Cell): string {
  if (kind === "none") return "";
  return MARKDOWN.has(kind) ? text : code(text);
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The index of the documentation in the format of https://llmstxt.org. */
export function llmsIndex(texts: DocsTexts): string {
  const groups = docsGroups.map(({ id, pages }) => {
    const lines = pages.map((page) => {
      const url = `${texts.base}/${texts.locale}${docsPath(page)}.md`;
      return `- [${texts.text(page.id, "title")}](${url}): ${texts.text(page.id, "description")}`;
    });
    return [`## ${texts.labels.groups[id]}`, ...lines].join("\n");
  });
  const files = [
    `- [OpenAPI](${texts.base}/openapi.json)`,
    `- [llms-full.txt](${texts.base}/llms-full.txt)`,
  ].join("\n");
  // The first paragraph of the first page, without its emphasis.
  const summary = texts.text("quickStart", "intro").replaceAll("**", "");
  return `${["# Nametag", `> ${summary}`, ...groups, `## Optional\n${files}`].join("\n\n")}\n`;
}

/** All pages as one text. */
export function llmsFull(texts: DocsTexts): string {
  return docsPages.map((page) => pageMarkdown(page, texts)).join("\n---\n\n");
}
