import {
  endpointOf,
  examplePlayer,
  formsLabel,
  formsOf,
  exampleResponse,
  exampleResponses,
  type Endpoint,
  type ExampleResponse,
  type TitledResponse,
} from "./contract.ts";
import type { Block, SiteText } from "./blocks.ts";
import { imageUrl, tilesOf, tileUrl } from "./gallery.ts";
import { docsGroups, docsPath, localHref, type DocsGroup } from "./pages.ts";
import { recipeCode, recipeLanguage } from "./recipes.ts";
import { compatStart, replaceHostCommand } from "./replace-host.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { sampleCode } from "./samples/samples.ts";
import type { DocsPage } from "./source.ts";
import { tablesOf, type Cell, type Table } from "./tables.ts";
import { sourceCodeText, textureSourceList, withBase, type DocsTexts } from "./texts.ts";

/** A page as Markdown, for programs and for people who read in a terminal. Forms need a browser, and are left out. */
export function pageMarkdown(page: DocsPage, texts: DocsTexts): string {
  const parts = page.blocks.flatMap((block) =>
    block.kind === "TryIt" ? [] : blockMarkdown(block, page, texts),
  );
  return `${[`# ${page.title}`, withBase(page.description, texts), ...parts].join("\n\n")}\n`;
}

function blockMarkdown(
  block: Exclude<Block, { kind: "TryIt" }>,
  page: DocsPage,
  texts: DocsTexts,
): string {
  const { base, descriptions } = texts;
  if (isSiteText(block)) return SITE_TEXTS[block.kind](texts);
  switch (block.kind) {
    case "prose":
      return proseMarkdown(block.text, texts);
    case "note":
      return proseMarkdown(block.text, texts).replace(/^/gm, "> ");
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "code":
      return fence(block.language, withBase(block.code, texts));
    case "Recipe":
      return fence(recipeLanguage(block.file), withBase(recipeCode(block.file), texts));
    case "Picture":
      return `![${block.alt}](${base}${imageUrl(block.file)})`;
    case "Endpoint":
      return endpointMarkdown(block, texts);
    case "Gallery":
      return tilesOf(block.of, block.first)
        .map((tile) => `- \`${tileUrl(tile, examplePlayer.javaName)}\``)
        .join("\n");
    case "Responses":
      return exampleResponses(block.endpoint, descriptions).map(responseMarkdown).join("\n\n");
    case "Example":
      return responseFence(exampleResponse(block.endpoint, block.name));
    case "Samples":
      return samplesMarkdown(endpointOf(block.endpoint), texts);
    case "CompatUrls":
      return [
        fence("http", compatStart(block.service, base)),
        fence("bash", replaceHostCommand(block.service, base)),
        ...tablesOf(block, texts, []).map((table) => tableMarkdown(table, texts)),
      ].join("\n\n");
    default:
      return tablesOf(block, texts, page.blocks)
        .map((table) => tableMarkdown(table, texts))
        .join("\n\n");
  }
}

const SITE_TEXTS: Record<SiteText["kind"], (texts: DocsTexts) => string> = {
  Freshness: (texts) => proseMarkdown(texts.labels.fresh, texts),
  TextureSources: textureSourceList,
  SourceCode: sourceCodeText,
  Changelog: ({ changelog }) => changelog,
};

function isSiteText(block: Block): block is SiteText {
  return Object.hasOwn(SITE_TEXTS, block.kind);
}

function endpointMarkdown(
  { id, explained }: Extract<Block, { kind: "Endpoint" }>,
  { descriptions, labels }: DocsTexts,
): string {
  const endpoint = endpointOf(id);
  const urls = formsOf(endpoint);
  const lines = urls.map((url) => `\`GET ${url}\``).join("\\\n");
  const about = `${lines} · ${descriptions.endpoints[id]}`;
  const isExplained = urls.length === 1 || explained;
  return isExplained ? about : `${about}\n\n${labels[formsLabel(endpoint)]}`;
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

/** Markdown of a page for readers that know nothing of MDX. Links lead to the Markdown of other pages. */
function proseMarkdown(text: string, { base, locale }: DocsTexts): string {
  // Outside of code, `{base}` is refused, and a brace is escaped.
  const filled = withBase(text, { base });
  return filled.replace(/\\([{<])/g, "$1").replace(/\]\((\/[^()\s]*)\)/g, (_, href: string) => {
    const url = localHref(href, locale).replace(/^\/[^/]+\/docs[^#]*/, "$&.md");
    return `](${base}${url})`;
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
export function llmsIndex(pages: readonly DocsPage[], texts: DocsTexts): string {
  const { base, labels, locale } = texts;
  const groups = Object.entries(docsGroups).map(([id, slugs]) => {
    const lines = slugs.flatMap((slug) => {
      const page = pages.find((one) => one.slug === slug);
      const url = `${base}/${locale}${docsPath(slug)}.md`;
      return page === undefined ? [] : `- [${page.title}](${url}): ${page.description}`;
    });
    return [`## ${labels.groups[id as DocsGroup]}`, ...lines].join("\n");
  });
  const files = [`- [OpenAPI](${base}/openapi.json)`, `- [llms-full.txt](${base}/llms-full.txt)`];
  // The first paragraph of the first page, without its emphasis.
  const intro = pages[0]?.blocks[0];
  const summary = intro?.kind === "prose" ? intro.text.replaceAll("**", "") : "";
  const parts = ["# Nametag", `> ${summary}`, ...groups, `## Optional\n${files.join("\n")}`];
  return `${parts.join("\n\n")}\n`;
}

/** All pages as one text. */
export function llmsFull(pages: readonly DocsPage[], texts: DocsTexts): string {
  return pages.map((page) => pageMarkdown(page, texts)).join("\n---\n\n");
}
