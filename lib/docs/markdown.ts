import {
  clientValue,
  compatClients,
  compatRows,
  compatServices,
  schemeOf,
} from "../contract/compat.ts";
import { endpointOf, type Endpoint } from "../contract/endpoints.ts";
import { errorCodes, ERRORS } from "../contract/errors.ts";
import { headerExample } from "../contract/captured.ts";
import { RESPONSE_HEADERS } from "../contract/headers.ts";
import { meaningOf } from "../contract/meanings.ts";
import { additionRows, trafficRows } from "./capacity/tables.ts";
import {
  exampleResponse,
  exampleResponses,
  type ExampleResponse,
  type TitledResponse,
} from "./example-responses.ts";
import { type Block, type DocsPage, withBase, type DocsTexts, docsPath, imageUrl } from "./page.ts";
import { linkTarget, docsGroups, docsPages } from "./pages.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { sampleCode } from "./samples/samples.ts";
import { fieldRows, parameterRows, typeText, variableRows, type ParameterRow } from "./tables.ts";

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
  const { meanings, labels } = texts;
  const { columns } = labels;
  switch (block.kind) {
    case "prose":
      return withLinks(texts.text(page.id, block.text), texts);
    case "note":
      return withLinks(texts.text(page.id, block.text), texts).replace(/^/gm, "> ");
    case "heading":
      return `${"#".repeat(block.level)} ${texts.text(page.id, block.text)}`;
    case "code":
      return fence(block.language, withBase(block.code, texts));
    case "image":
      return `![${texts.text(page.id, block.text)}](${texts.base}${imageUrl(block.file)})`;
    case "endpoint":
      return `\`GET ${endpointOf(block.endpoint).path}\` · ${meanings.endpoints[block.endpoint]}`;
    case "parameters":
      return table(
        [columns.parameter, columns.type, columns.default, columns.meaning],
        parameterRows(endpointOf(block.endpoint), meanings).map((row) => [
          code(row.name),
          code(typeText(row.type).replaceAll('"', "")) + limitsOf(row),
          row.required ? labels.required : row.byDefault === undefined ? "" : code(row.byDefault),
          row.meaning,
        ]),
      );
    case "responses":
      return exampleResponses(block.endpoint, meanings).map(responseMarkdown).join("\n\n");
    case "example":
      return responseFence(exampleResponse(block.endpoint, block.example));
    case "samples":
      return samplesMarkdown(endpointOf(block.endpoint), texts);
    case "fields":
      return [
        `${code(block.schema)} ${meanings.schemas[block.schema]}`,
        table(
          [columns.field, columns.type, columns.meaning],
          fieldRows(block.schema, meanings).map((row) => [
            code(row.name),
            code(typeText(row.type) + (row.nullable ? " | null" : "")),
            row.optional ? `${row.meaning} (${labels.optional})` : row.meaning,
          ]),
        ),
      ].join("\n\n");
    case "schemes": {
      const titles = block.columns.map((key) => texts.text(page.id, key));
      return compatServices
        .map((service) => {
          const rows = compatRows(service).map(({ old, here, native }) => [old, here, native]);
          const cells = rows.map((row) => row.map(code));
          return `**${schemeOf(service).name}**\n\n${table(titles, cells)}`;
        })
        .join("\n\n");
    }
    case "clients":
      return table(
        block.columns.map((key) => texts.text(page.id, key)),
        compatClients.map(({ name, ...client }) => [name, code(clientValue(client, texts.base))]),
      );
    case "traffic":
    case "additions": {
      const rows = block.kind === "traffic" ? trafficRows : additionRows;
      return table(
        block.columns.map((key) => texts.text(page.id, key)),
        rows(page, texts),
      );
    }
    case "plot":
      return `![${texts.text(page.id, block.columns[0])}](${texts.base}/pictures/capacity-${block.plot}.svg)`;
    case "errors":
      return table(
        [columns.code, columns.status, columns.meaning],
        errorCodes.map((name) => [code(name), String(ERRORS[name]), meanings.errors[name]]),
      );
    case "headers":
      return table(
        [columns.header, columns.meaning, columns.example],
        Object.keys(RESPONSE_HEADERS).map((name) => [
          code(name),
          meaningOf(meanings.headers, name),
          code(headerExample(name)),
        ]),
      );
    case "variables":
      return table(
        [columns.variable, columns.default, columns.meaning],
        variableRows().map(({ name, byDefault }) => [
          code(name),
          byDefault === undefined ? "" : code(byDefault),
          meaningOf(texts.configuration, name),
        ]),
      );
    case "changelog":
      return texts.changelog;
    case "tryIt":
      // A form needs a browser.
      return "";
  }
}

function samplesMarkdown(endpoint: Endpoint, texts: DocsTexts): string {
  return sampleLanguages
    .map(({ id, name, grammar }) =>
      [`**${name}**`, fence(grammar, sampleCode(endpoint, id, { baseUrl: texts.base }))].join(
        "\n\n",
      ),
    )
    .join("\n\n");
}

function responseMarkdown(response: TitledResponse): string {
  const { status, name, title } = response;
  const what = name === undefined ? title : `${code(name)} ${title}`;
  return [`**${status}** ${what}`, responseFence(response)].join("\n\n");
}

function responseFence({ head, body }: ExampleResponse): string {
  return fence("http", body === undefined ? head : `${head}\n\n${JSON.stringify(body, null, 2)}`);
}

function limitsOf({ limits }: ParameterRow): string {
  if (limits === undefined) return "";
  return limits.of === "value" ? ` (${limits.min}–${limits.max})` : "";
}

/** Rewrites links to other pages to their Markdown. */
function withLinks(markdown: string, { base, locale }: DocsTexts): string {
  return markdown.replace(/\]\(([^()\s]+)\)/g, (_, target: string) => {
    const { href, kind } = linkTarget(target);
    if (kind === "external") return `](${href})`;
    if (kind === "file") return `](${base}${href})`;
    const [path = "", anchor] = href.split("#");
    const file = path.startsWith("/docs") ? `${path}.md` : path;
    return `](${base}/${locale}${file}${anchor === undefined ? "" : `#${anchor}`})`;
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
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
  return `${["# Nametag", `> ${summary(texts)}`, ...groups, `## Optional\n${files}`].join("\n\n")}\n`;
}

/** All pages as one text. */
export function llmsFull(texts: DocsTexts): string {
  return docsPages.map((page) => pageMarkdown(page, texts)).join("\n---\n\n");
}

/** The first paragraph of the first page, without its emphasis. */
function summary({ text }: DocsTexts): string {
  return text("quickStart", "intro").replaceAll("**", "");
}
