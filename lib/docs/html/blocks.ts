import { marked, Marked, type Tokens } from "marked";
import type { Locale } from "next-intl";
import { drawPlot, plotOf } from "../capacity/plot.ts";
import {
  endpointOf,
  exampleResponse,
  exampleResponses,
  formsOf,
  type EndpointId,
  type ExampleResponse,
} from "../contract.ts";
import { highlight, type CodeLanguage } from "../highlight.ts";
import {
  errorAnchor,
  imageUrl,
  textureSourceList,
  type Block,
  type DocsPage,
  type DocsTexts,
} from "../page.ts";
import { linkTarget } from "../pages.ts";
import { tablesOf, type Cell, type Table } from "../tables.ts";
import { code, markup, type Html } from "./markup.ts";

/** Blocks with components that run in the browser. */
export type InteractiveBlock = Extract<Block, { kind: "code" | "samples" | "tryIt" }>;

export function isInteractive(block: Block): block is InteractiveBlock {
  return block.kind === "code" || block.kind === "samples" || block.kind === "tryIt";
}

/** A block of a page as static HTML. */
export async function blockHtml(
  block: Exclude<Block, InteractiveBlock>,
  page: DocsPage,
  texts: DocsTexts,
): Promise<Html> {
  const { locale, descriptions } = texts;
  const text = "text" in block ? texts.text(page.id, block.text) : "";
  switch (block.kind) {
    case "prose":
      return prose(text, locale);
    case "textureSources":
      return prose(textureSourceList(texts), locale);
    case "note":
      return markup`<div role="note" class="docs-note">${prose(text, locale)}</div>`;
    case "heading": {
      const tag = { html: `h${block.level}` };
      return markup`<${tag} id="${block.id}"><span>${text}</span><a href="#${block.id}" aria-label="${texts.label("anchor", { heading: text })}" class="docs-anchor"></a></${tag}>`;
    }
    case "image": {
      const { file, width, height } = block;
      return markup`<p class="docs-image"><img src="${imageUrl(file)}" alt="${text}" width="${width}" height="${height}" loading="lazy"></p>`;
    }
    case "endpoint": {
      const urls = formsOf(endpointOf(block.endpoint));
      const lines = urls.map((url) => markup`<span><b>GET</b> ${url}</span>`);
      const about = descriptions.endpoints[block.endpoint];
      const note = urls.length > 1 ? prose(texts.labels.inPath, locale) : markup``;
      return markup`<p class="docs-endpoint"><span dir="ltr">${lines}</span><span>${about}</span></p>${note}`;
    }
    case "responses":
      return responsesHtml(block.endpoint, texts);
    case "example": {
      const example = exampleResponse(block.endpoint, block.example);
      return markup`<div class="docs-box docs-example">${await responseHtml(example)}</div>`;
    }
    case "plot":
      return drawPlot(plotOf(block, { locale, text: (key) => texts.text(page.id, key) }));
    case "changelog":
      // The changelog is English in every language.
      return markup`<div lang="en" dir="ltr" class="docs-prose">${{ html: marked.parse(texts.changelog, { async: false }) }}</div>`;
    case "schemes": {
      // Folded, as most readers come from one of these services.
      const items = tablesOf(block, page, texts).map(
        ({ intro = "", ...table }) =>
          markup`<li><details><summary>${inlineProse(intro, locale)}</summary>${tableHtml(table, texts)}</details></li>`,
      );
      return markup`<ul class="docs-responses">${items}</ul>`;
    }
    default:
      return markup`${tablesOf(block, page, texts).map((table) => tableHtml(table, texts))}`;
  }
}

/** Coloured code. It scrolls sideways, so it must be reachable by keyboard. */
export async function codeHtml(text: string, language: CodeLanguage, label: string): Promise<Html> {
  const content = { html: await highlight(text, language) };
  return markup`<pre dir="ltr" tabindex="0" role="group" aria-label="${label}" class="docs-code"><code>${content}</code></pre>`;
}

/** An example of every response of an endpoint, the first one open, and links to the page of errors. */
async function responsesHtml(endpoint: EndpointId, texts: DocsTexts): Promise<Html> {
  const responses = exampleResponses(endpoint, texts.descriptions);
  const own = responses.filter(({ isShownWithErrors }) => !isShownWithErrors);
  const items = own.map(async (response, index) => {
    const { status, name, title } = response;
    const named = name === undefined ? [] : [code(name)];
    const open = index === 0 ? [markup` open`] : [];
    return markup`<li><details${open}><summary>${statusHtml(status)}<span>${named} ${inlineProse(title, texts.locale)}</span></summary>${await responseHtml(response)}</details></li>`;
  });
  const links = responses
    .filter(({ isShownWithErrors }) => isShownWithErrors)
    .map(
      ({ status, name = "" }) =>
        markup`<a href="/${texts.locale}/docs/errors#${errorAnchor(name)}">${statusHtml(status)} ${code(name)}</a>`,
    );
  const others = links.length === 0 ? [] : [markup`<li class="docs-others">${links}</li>`];
  return markup`<ul aria-label="${texts.labels.answers}" class="docs-responses">${await Promise.all(items)}${others}</ul>`;
}

function statusHtml(status: number): Html {
  const colour = status < 400 ? "good" : status < 500 ? "caution" : "bad";
  return markup`<b class="text-${colour}">${status}</b>`;
}

async function responseHtml({ status, name = "", head, body }: ExampleResponse): Promise<Html> {
  const label = `${status} ${name}`.trim();
  const html = await codeHtml(head, "http", label);
  if (body === undefined) return html;
  return markup`${html}${await codeHtml(JSON.stringify(body, null, 2), "json", `${label} JSON`)}`;
}

/** Cells that name their column on a phone, where a row is a block. */
const LABELLED: readonly Cell["kind"][] = ["text", "phrase", "none", "default", "value"];

function tableHtml(table: Table, texts: DocsTexts): Html {
  const { label, intro, id, columns } = table;
  const head = columns.map((column) => markup`<th scope="col">${column}</th>`);
  const rows = table.rows.map(({ cells: [name, ...others], limits, isOptional = false }) => {
    const { of, ...range } = limits ?? {};
    const notes = [
      ...(of === undefined ? [] : [texts.label(of === "length" ? "characters" : "range", range)]),
      ...(isOptional ? [texts.labels.optional] : []),
    ].map((note) => markup`<small>${note}</small>`);
    const data = others.map((cell, at) => {
      const isLabelled = LABELLED.includes(cell.kind);
      const column = isLabelled ? [markup` data-label="${columns[at + 1] ?? ""}"`] : [];
      return markup`<td${column}>${cellHtml(cell, texts)}${at === 0 ? notes : []}</td>`;
    });
    return markup`<tr><th scope="row">${name === undefined ? [] : cellHtml(name, texts)}</th>${data}</tr>`;
  });
  const box = tableBox(markup`<thead><tr>${head}</tr></thead><tbody>${rows}</tbody>`, label);
  if (intro === undefined) return box;
  const introduced = markup`<p>${inlineProse(intro, texts.locale)}</p>${box}`;
  return id === undefined ? introduced : markup`<div id="${id}">${introduced}</div>`;
}

function cellHtml({ kind, text, href }: Cell, { locale }: DocsTexts): Html {
  switch (kind) {
    case "text":
    case "none":
      return markup`${text}`;
    case "prose":
    case "phrase":
      return inlineProse(text, locale);
    case "code":
    case "default":
      return href === undefined ? code(text) : markup`<a href="${href}">${code(text)}</a>`;
    case "value":
      return markup`<code dir="ltr" class="docs-value">${text}</code>`;
    case "url": {
      // It may wrap after each part of its path or query.
      const [first = "", ...rest] = text.split(/(?<=[/?&])/);
      return markup`<code dir="ltr">${first}${rest.map((part) => markup`<wbr>${part}`)}</code>`;
    }
    case "required":
      return markup`<strong>${text}</strong>`;
  }
}

/** Markdown of the messages as HTML. */
export function prose(markdown: string, locale: Locale): Html {
  return { html: parserFor(locale).parse(markdown, { async: false }) };
}

/** Markdown within a line. */
export function inlineProse(markdown: string, locale: Locale): Html {
  return { html: parserFor(locale).parseInline(markdown, { async: false }) };
}

const parsers = new Map<Locale, Marked>();

/** A parser whose links lead to pages in the same language. */
function parserFor(locale: Locale): Marked {
  const known = parsers.get(locale);
  if (known !== undefined) return known;
  const parser = new Marked({
    renderer: {
      codespan: ({ text }) => code(text).html,
      link({ href, tokens }) {
        const content = { html: this.parser.parseInline(tokens) };
        return markup`<a href="${hrefOf(href, locale)}">${content}</a>`.html;
      },
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], start: string, end: string) =>
          row.map(({ tokens }) => start + this.parser.parseInline(tokens) + end).join("");
        const head = { html: cells(header, '<th scope="col">', "</th>") };
        const body = rows.map((row) => ({ html: `<tr>${cells(row, "<td>", "</td>")}</tr>` }));
        return tableBox(markup`<thead><tr>${head}</tr></thead><tbody>${body}</tbody>`).html;
      },
      html({ text }) {
        throw new TypeError(`The documentation cannot render ${text}.`);
      },
    },
  });
  parsers.set(locale, parser);
  return parser;
}

function hrefOf(target: string, locale: Locale): string {
  const { href, kind } = linkTarget(target);
  return kind === "page" ? `/${locale}${href.replace(/^\/$/, "")}` : href;
}

/** A table scrolls sideways on a phone, so it must be reachable by keyboard. */
export function tableBox(content: Html, label?: string): Html {
  const named = label === undefined ? [] : [markup` aria-label="${label}"`];
  return markup`<div class="docs-table" tabindex="0" role="group"${named}><table>${content}</table></div>`;
}
