import { marked, Marked, type Tokens } from "marked";
import type { Locale } from "next-intl";
import { drawPlot, plotOf } from "../capacity/plot.ts";
import {
  compatServices,
  endpointOf,
  examplePlayer,
  exampleResponse,
  exampleResponses,
  formsOf,
  parametersOf,
  schemeOf,
  type CompatService,
  type EndpointId,
  type ExampleResponse,
} from "../contract.ts";
import { insteadFile, pictureOf, tileFile, tileUrl, type Picture, type Tile } from "../gallery.ts";
import { highlight, type CodeLanguage } from "../highlight.ts";
import {
  errorAnchor,
  imageUrl,
  textureSourceList,
  withBase,
  type Block,
  type DocsPage,
  type DocsTexts,
} from "../page.ts";
import { linkTarget } from "../pages.ts";
import { tablesOf, type Cell, type Table } from "../tables.ts";
import { code, markup, type Html } from "./markup.ts";

/** Blocks with components that run in the browser. */
export type InteractiveBlock = Extract<Block, { kind: "samples" | "tryIt" }>;

export function isInteractive(block: Block): block is InteractiveBlock {
  return block.kind === "samples" || block.kind === "tryIt";
}

/** A block of a page as static HTML. */
export async function blockHtml(
  block: Exclude<Block, InteractiveBlock>,
  page: DocsPage,
  texts: DocsTexts,
): Promise<Html> {
  const { locale } = texts;
  const text = "text" in block ? texts.text(page.id, block.text) : "";
  switch (block.kind) {
    case "prose":
      return prose(text, locale);
    case "freshness":
      return prose(texts.labels.fresh, locale);
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
    case "endpoint":
      return endpointHtml(block, texts);
    case "gallery":
      return galleryHtml(block.tiles);
    case "code": {
      const { language, name = language } = block;
      return codeBox(name, await codeHtml(withBase(block.code, texts), language, name), texts);
    }
    case "responses":
      return responsesHtml(block.endpoint, texts);
    case "example": {
      const example = exampleResponse(block.endpoint, block.example);
      return responseHtml(example, texts);
    }
    case "plot":
      return drawPlot(plotOf(block, { locale, text: (key) => texts.text(page.id, key) }));
    case "changelog":
      // The changelog is English in every language.
      return markup`<div lang="en" dir="ltr" class="docs-prose">${{ html: marked.parse(texts.changelog, { async: false }) }}</div>`;
    case "schemes": {
      // Folded, as most readers come from one of these services.
      const items = tablesOf(block, page, texts).map(async ({ intro = "", ...table }, index) => {
        const command = rewriting(compatServices[index], texts);
        const box = codeBox("sed", await codeHtml(command, "bash", "sed"), texts);
        return markup`<li><details><summary>${inlineProse(intro, locale)}</summary>${box}${tableHtml(table, texts)}</details></li>`;
      });
      return markup`<ul class="docs-responses">${await Promise.all(items)}</ul>`;
    }
    default:
      return markup`${tablesOf(block, page, texts).map((table) => tableHtml(table, texts))}`;
  }
}

/** Coloured code. It scrolls sideways, so it must be reachable by keyboard; URLs and headers wrap. */
export async function codeHtml(
  text: string,
  language: CodeLanguage,
  label: string,
  id?: string,
): Promise<Html> {
  const content = { html: await highlight(text, language) };
  const own = id === undefined ? [] : [markup` id="${id}"`];
  const wraps = language === "http" ? " docs-wraps" : "";
  return markup`<pre${own} dir="ltr" tabindex="0" role="group" aria-label="${label}" class="docs-code${wraps}"><code>${content}</code></pre>`;
}

/**
 * A button that copies code beside it: the first in the nearest `data-copyable`.
 * @param label What is copied.
 */
function copyHtml(label: string, { copyLabel }: DocsTexts): Html {
  return markup`<button type="button" class="icon-button docs-copy" data-copies aria-label="${copyLabel(label)}"><span></span></button>`;
}

/** Code in a frame, with its name and a button that copies it. */
function codeBox(name: string, content: Html, texts: DocsTexts): Html {
  return markup`<div class="code-box cut" data-copyable><header><span dir="ltr">${name}</span>${copyHtml(name, texts)}</header>${content}</div>`;
}

/** The shortest URL of an endpoint, and what it returns. */
function endpointHtml(block: Extract<Block, { kind: "endpoint" }>, texts: DocsTexts): Html {
  const { endpoint: id, isExplained = false } = block;
  const { base, descriptions, labels, locale } = texts;
  const endpoint = endpointOf(id);
  const [first = "", ...others] = formsOf(endpoint);
  const { javaName } = examplePlayer;
  const written = (form: string) => form.replace("{player}", javaName).replace("/{size}", "");
  const query = "username" in (endpoint.query?.shape ?? {}) ? `?username=${javaName}` : "";
  const shown =
    others.length > 0 ? written(first) : `${endpoint.path}${exampleQuery(endpoint, query)}`;
  const picture = pictureOf(tileFile({ endpoint: id, query: "" }));
  const figure =
    picture === undefined
      ? []
      : [
          markup`<figure>${imageHtml(picture, descriptions.endpoints[id])}<figcaption dir="ltr">PNG</figcaption></figure>`,
        ];
  const url = markup`<p class="docs-url" data-copyable><code dir="ltr">${base}<wbr><b>${shown}</b></code>${copyHtml("URL", texts)}</p>`;
  const forms = [first, ...others].map((form) => markup`<code dir="ltr">GET ${form}</code> `);
  const note = others.length > 0 && !isExplained ? [prose(labels.inPath, locale)] : [];
  return markup`<div class="docs-first stage cut"><div>${url}<p>${forms}</p></div>${figure}</div>${note}`;
}

/** The query of the shortest URL: what is required, as it is in the example. */
function exampleQuery(endpoint: ReturnType<typeof endpointOf>, ofPlayer: string): string {
  if (ofPlayer !== "" || endpoint.path.includes("?")) return ofPlayer;
  const query = parametersOf(endpoint)
    .filter(({ isRequired }) => isRequired)
    .map(({ name, example = "" }) => `${name}=${example}`);
  return query.length === 0 ? "" : `?${query.join("&")}`;
}

function imageHtml({ file, width, height }: Picture, text: string): Html {
  return markup`<img src="${imageUrl(file)}" alt="${text}" width="${width}" height="${height}" decoding="async">`;
}

/** The images of endpoints. Each is a link to itself, and fills the form beside the text. */
function galleryHtml(tiles: readonly Tile[]): Html {
  const paths = new Set(tiles.map(({ endpoint }) => endpointOf(endpoint).path));
  const items = tiles.map((tile) => {
    const { path } = endpointOf(tile.endpoint);
    const picture = pictureOf(tileFile(tile));
    if (picture === undefined) throw new TypeError(`${tileFile(tile)} has not been drawn.`);
    const name = paths.size > 1 || tile.query === "" ? `${path} ${tile.query}` : tile.query;
    const lines = name
      .trim()
      .split(/[ &]/)
      .map((part) => markup`<span>${part}</span> `);
    return markup`<li><a href="${tileUrl(tile, examplePlayer.javaName)}" data-fills="${path}">${imageHtml(picture, "")}<code dir="ltr">${lines}</code></a></li>`;
  });
  return markup`<ul class="docs-gallery">${items}</ul>`;
}

/**
 * An example of every response of an endpoint, with its image, and links to the page of errors. JSON is what most
 * readers look for: the first one is open.
 */
async function responsesHtml(endpoint: EndpointId, texts: DocsTexts): Promise<Html> {
  const responses = exampleResponses(endpoint, texts.descriptions);
  const own = responses.filter(({ shownOn }) => shownOn === undefined);
  const items = own.map(async (response, index) => {
    const { status, name, title, body } = response;
    const named = name === undefined ? [] : [code(name)];
    const open = index === 0 && body !== undefined ? [markup` open`] : [];
    const picture = pictureOfResponse(endpoint, response);
    const image = picture === undefined ? [] : [imageHtml(picture, "")];
    return markup`<li><details${open}><summary><span class="docs-shown">${image}</span>${statusHtml(status)}<span>${named} ${inlineProse(title, texts.locale)}</span></summary>${await responseHtml(response, texts)}</details></li>`;
  });
  const links = responses
    .filter(({ shownOn }) => shownOn !== undefined)
    .map(({ status, name = "", shownOn }) => {
      const target = shownOn === "head" ? "head#answers" : `errors#${errorAnchor(name)}`;
      return markup`<a href="/${texts.locale}/docs/${target}">${statusHtml(status)} ${code(name)}</a>`;
    });
  const others = links.length === 0 ? [] : [markup`<li class="docs-others">${links}</li>`];
  return markup`<ul aria-label="${texts.labels.answers}" class="docs-responses">${await Promise.all(items)}${others}</ul>`;
}

/** The image that a response has as its body. */
function pictureOfResponse(endpoint: EndpointId, { head }: ExampleResponse): Picture | undefined {
  switch (/^X-Texture-Source: (\w+)/m.exec(head)?.[1]) {
    case "player":
      return pictureOf(tileFile({ endpoint, query: "" }));
    case "default":
      return pictureOf(insteadFile(endpoint, "default"));
    case "placeholder":
      return pictureOf(insteadFile(endpoint, "placeholder"));
    default:
      return undefined;
  }
}

function statusHtml(status: number): Html {
  const colour = status < 400 ? "good" : status < 500 ? "caution" : "bad";
  return markup`<b class="status-code ${colour}">${status}</b>`;
}

/** The request with its headers, and the body. */
async function responseHtml(response: ExampleResponse, texts: DocsTexts): Promise<Html> {
  const { status, name = "", head, body } = response;
  const label = `${status} ${name}`.trim();
  const [request = "", , ...lines] = head.split("\n");
  const [method = "", url = ""] = request.split(" ");
  const headers = await codeHtml(lines.join("\n"), "http", label);
  const sent = markup`<div class="code-box cut docs-example" data-copyable><header><span dir="ltr">${method} <code>${url}</code></span>${copyHtml(url, texts)}</header>${headers}</div>`;
  if (body === undefined) return sent;
  const json = await codeHtml(JSON.stringify(body, null, 2), "json", `${label} JSON`);
  return markup`${sent}<div class="docs-example">${codeBox("JSON", json, texts)}</div>`;
}

/** A command that rewrites the URLs of a service in the files of a folder. */
function rewriting(service: CompatService | undefined, { base }: DocsTexts): string {
  if (service === undefined) throw new TypeError("There are more tables than services.");
  const { host } = schemeOf(service);
  return `grep -rlF "${host}" . | xargs sed -i -E "s#https?://${host.replaceAll(".", "[.]")}/#${base}/compat/${service}/#g"`;
}

/** Cells that name their column on a phone, where a row is a block. */
const LABELLED: readonly Cell["kind"][] = ["text", "phrase", "none", "default", "value", "url"];

function tableHtml(table: Table, texts: DocsTexts): Html {
  const { label, intro, id, columns } = table;
  const head = columns.map((column) => markup`<th scope="col">${column}</th>`);
  const rows = table.rows.map((row) => {
    const { cells, limits, isOptional = false, meaningId } = row;
    const [name, ...others] = cells;
    const { of, ...range } = limits ?? {};
    const notes = [
      ...(of === undefined ? [] : [texts.label(of === "length" ? "characters" : "range", range)]),
      ...(isOptional ? [texts.labels.optional] : []),
    ].map((note) => markup`<small>${note}</small>`);
    const data = others.map((cell, at) => {
      const isLabelled = LABELLED.includes(cell.kind);
      const column = isLabelled ? [markup` data-label="${columns[at + 1] ?? ""}"`] : [];
      const isMeaning = meaningId !== undefined && at === others.length - 1;
      const id = isMeaning ? [markup` id="${meaningId}"`] : [];
      return markup`<td${id}${column}>${cellHtml(cell, texts)}${at === 0 ? notes : []}</td>`;
    });
    return markup`<tr><th scope="row">${name === undefined ? [] : cellHtml(name, texts)}</th>${data}</tr>`;
  });
  const hasUrls = table.rows.some(({ cells }) => cells.some(({ kind }) => kind === "url"));
  const content = markup`<thead><tr>${head}</tr></thead><tbody>${rows}</tbody>`;
  // Hundreds of URLs with a class each would be a tenth of a page.
  const box = tableBox(content, label, hasUrls ? "docs-table docs-urls" : "docs-table");
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
      // It may wrap after each part of its path or query. The stylesheet has it run from left to right.
      const [first = "", ...rest] = text.split(/(?<=[^/:][/?&])/);
      return markup`<code>${first}${rest.map((part) => markup`<wbr>${part}`)}</code>`;
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
export function tableBox(content: Html, label?: string, className = "docs-table"): Html {
  const named = label === undefined ? [] : [markup` aria-label="${label}"`];
  return markup`<div class="${className}" tabindex="0" role="group"${named}><table>${content}</table></div>`;
}
