import { marked } from "marked";
import { endpointOf, type EndpointId } from "../../contract/endpoints.ts";
import { meaningOf } from "../../contract/meanings.ts";
import { exampleResponse, exampleResponses, type ExampleResponse } from "../example-responses.ts";
import { highlight, type CodeLanguage } from "../highlight.ts";
import { errorAnchor, imageUrl, type Block, type DocsPage } from "../page.ts";
import { drawPlot } from "../capacity/plot.ts";
import { plotOf } from "../capacity/plots.ts";
import { code, markup, type Html } from "./markup.ts";
import { inlineProse, prose } from "./prose.ts";
import { tablesOf } from "../tables.ts";
import { tableHtml, type Writing } from "./tables.ts";

/** Blocks with components that run in the browser. */
export type LiveBlock = Extract<Block, { kind: "code" | "samples" | "tryIt" }>;

export function isLive(block: Block): block is LiveBlock {
  return block.kind === "code" || block.kind === "samples" || block.kind === "tryIt";
}

/** A block of a page as static HTML. */
export async function blockHtml(
  block: Exclude<Block, LiveBlock>,
  page: DocsPage,
  writing: Writing,
): Promise<Html> {
  const { texts, anchorLabel } = writing;
  switch (block.kind) {
    case "prose":
      return prose(texts.text(page.id, block.text), texts.locale);
    case "note":
      return markup`<div role="note" class="docs-note">${prose(texts.text(page.id, block.text), texts.locale)}</div>`;
    case "heading": {
      const text = texts.text(page.id, block.text);
      const anchor = markup`<a href="#${block.id}" aria-label="${anchorLabel(text)}" class="docs-anchor"></a>`;
      return block.level === 2
        ? markup`<h2 id="${block.id}"><span>${text}</span>${anchor}</h2>`
        : markup`<h3 id="${block.id}"><span>${text}</span>${anchor}</h3>`;
    }
    case "image": {
      const { file, width, height } = block;
      return markup`<p class="docs-picture"><img src="${imageUrl(file)}" alt="${texts.text(page.id, block.text)}" width="${width}" height="${height}" loading="lazy"></p>`;
    }
    case "endpoint": {
      const { id, path } = endpointOf(block.endpoint);
      return markup`<p class="docs-endpoint"><span dir="ltr"><b>GET</b> ${path}</span><span>${meaningOf(texts.meanings.endpoints, id)}</span></p>`;
    }
    case "responses":
      return responsesHtml(block.endpoint, writing);
    case "example": {
      const example = exampleResponse(block.endpoint, block.example);
      return markup`<div class="docs-box docs-example">${await responseHtml(example)}</div>`;
    }
    case "plot":
      return drawPlot(plotOf(block, page, texts));
    case "changelog":
      // The changelog is English in every language.
      return markup`<div lang="en" dir="ltr" class="docs-prose">${{ html: marked.parse(texts.changelog, { async: false }) }}</div>`;
    case "schemes": {
      // Folded, as most readers come from one of these services.
      const items = tablesOf(block, page, texts).map(
        ({ intro = "", ...table }) =>
          markup`<li><details><summary>${inlineProse(intro, texts.locale)}</summary>${tableHtml(table, writing)}</details></li>`,
      );
      return markup`<ul class="docs-plain docs-responses">${items}</ul>`;
    }
    default:
      return markup`${tablesOf(block, page, texts).map((table) => tableHtml(table, writing))}`;
  }
}

/** Coloured code. It scrolls sideways, so it must be reachable by keyboard. */
export async function codeHtml(text: string, language: CodeLanguage, label: string): Promise<Html> {
  const content = { html: await highlight(text, language) };
  return markup`<pre dir="ltr" tabindex="0" role="group" aria-label="${label}" class="docs-code"><code>${content}</code></pre>`;
}

/** An example of every response of an endpoint, the first one open. */
async function responsesHtml(endpoint: EndpointId, { texts }: Writing): Promise<Html> {
  const responses = exampleResponses(endpoint, texts.meanings);
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
  return markup`<ul aria-label="${texts.labels.answers}" class="docs-plain docs-responses">${await Promise.all(items)}${others}</ul>`;
}

function statusHtml(status: number): Html {
  return markup`<b class="${colourOf(status)}">${status}</b>`;
}

function colourOf(status: number): string {
  if (status < 400) return "text-good";
  return status < 500 ? "text-caution" : "text-bad";
}

async function responseHtml({ status, name = "", head, body }: ExampleResponse): Promise<Html> {
  const label = `${status} ${name}`.trim();
  const html = await codeHtml(head, "http", label);
  if (body === undefined) return html;
  return markup`${html}${await codeHtml(JSON.stringify(body, null, 2), "json", `${label} JSON`)}`;
}
