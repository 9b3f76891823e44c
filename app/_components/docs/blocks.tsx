import "server-only";
import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { endpointOf, type Endpoint } from "@/lib/contract/endpoints.ts";
import { formOf } from "@/lib/docs/form.ts";
import type { CodeLanguage } from "@/lib/docs/highlight.ts";
import { blockHtml, codeHtml, isLive, type LiveBlock } from "@/lib/docs/html/blocks.ts";
import { markup, type Html } from "@/lib/docs/html/markup.ts";
import { inlineProse } from "@/lib/docs/html/prose.ts";
import type { Writing } from "@/lib/docs/html/tables.ts";
import { docsPath, withBase, type Column, type DocsPage, type DocsTexts } from "@/lib/docs/page.ts";
import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { sampleCode } from "@/lib/docs/samples/samples.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { CodeBox } from "./code-box.tsx";
import { storeHtml } from "./stored-html.ts";
import { SampleBox, type SampleSize } from "./samples/sample-box.tsx";
import { StaticHtml } from "./static-html.tsx";
import { TryItForm } from "./try-it/try-it-form.tsx";

interface PageProps {
  page: DocsPage;
  texts: DocsTexts;
}

/** A page's title and its blocks: static HTML, with interactive components in between. */
export async function Blocks({ page, texts }: PageProps) {
  const t = await getTranslations("Docs");
  const writing: Writing = {
    texts,
    anchorLabel: (heading) => t("anchor", { heading }),
    limitsLabel: ({ of, min, max }) => t(of === "length" ? "characters" : "range", { min, max }),
  };
  const title = markup`<h1>${texts.text(page.id, "title")}</h1><p class="docs-lead">${inlineProse(texts.text(page.id, "description"), texts.locale)}</p>`;
  const blocks = page.blocks.map(async (block) => ({
    block,
    html: isLive(block) ? undefined : await blockHtml(block, page, writing),
  }));
  const parts: Part[] = [{ html: [title] }];
  for (const { block, html } of await Promise.all(blocks)) {
    const last = parts.at(-1);
    const column = block.kind === "heading" ? block.column : last?.column;
    if (isLive(block)) parts.push({ block, column });
    else if (html === undefined) continue;
    else if (last?.html !== undefined && last.column === column) last.html.push(html);
    else parts.push({ html: [html], column });
  }
  // The index is a stable key: parts never move within a page.
  const elements = parts.map(({ column, html, block }, index) => ({
    column,
    element:
      html === undefined ? (
        <Live key={index} name={`${index}`} block={block} page={page} texts={texts} />
      ) : (
        <Stored key={index} name={`${index}`} html={markup`${html}`} className="docs-prose" />
      ),
  }));
  return elements.map(({ column, element }, index) => {
    if (column === undefined) return element;
    if (column === "end" || elements[index - 1]?.column === "start") return null;
    // The first part renders both columns; the others are skipped.
    const rest = elements.slice(index);
    const end = rest.findIndex((part) => part.column === undefined);
    const both = end === -1 ? rest : rest.slice(0, end);
    return (
      <div key={index} className="docs-columns">
        {columns.map((side) => (
          <div key={side}>
            {both.filter((part) => part.column === side).map((part) => part.element)}
          </div>
        ))}
      </div>
    );
  });
}

/** Static HTML or an interactive block, across the page or in one column. */
type Part = { column?: Column | undefined } & (
  { html: Html[]; block?: undefined } | { html?: undefined; block: LiveBlock }
);

const columns: readonly Column[] = ["start", "end"];

interface StoredProps {
  /** Unique within the page. */
  name: string;
  html: Html;
  className?: string;
}

/** HTML that React does not send to the browser a second time. */
function Stored({ name, html: { html }, className = "" }: StoredProps) {
  const hash = createHash("sha256").update(html).digest("base64url").slice(0, 8);
  const id = `${name}-${hash}`;
  storeHtml(id, html);
  // Changed HTML, as in development, gets another id.
  return <StaticHtml key={id} id={id} className={className} />;
}

interface LiveProps extends PageProps {
  name: string;
  block: LiveBlock;
}

function Live({ name, block, page, texts }: LiveProps) {
  if (block.kind === "code") {
    const { language, name: label = language } = block;
    return (
      <CodeBox name={label}>
        <Code name={name} code={withBase(block.code, texts)} language={language} label={label} />
      </CodeBox>
    );
  }
  const endpoint = endpointOf(block.endpoint);
  if (block.kind === "samples") {
    return <Samples name={name} endpoint={endpoint} page={page} texts={texts} />;
  }
  const before = page.blocks[page.blocks.indexOf(block) - 1];
  const anchor = before?.kind === "heading" ? before.id : "";
  return <TryIt anchor={anchor} endpoint={endpoint} texts={texts} />;
}

interface CodeProps {
  name: string;
  code: string;
  language: CodeLanguage;
  label: string;
}

async function Code({ name, code, language, label }: CodeProps) {
  return <Stored name={name} html={await codeHtml(code, language, label)} />;
}

interface SamplesProps extends PageProps {
  name: string;
  endpoint: Endpoint;
}

/**
 * Code for one request to an endpoint, in the sample language that the visitor chose for all pages.
 * The page contains only the first language, and the size of the others.
 */
async function Samples({ name, endpoint, page, texts }: SamplesProps) {
  const t = await getTranslations("Docs");
  const [first, ...others] = sampleLanguages;
  const codeIn = ({ id }: (typeof sampleLanguages)[number]) =>
    sampleCode(endpoint, id, { baseUrl: texts.base }).trimEnd();
  return (
    <>
      <SampleBox
        endpoint={endpoint.id}
        label={t("sampleLanguage")}
        sizes={others.map((language) => sizeOf(codeIn(language)))}
      >
        <Code name={name} code={codeIn(first)} language={first.grammar} label={first.name} />
      </SampleBox>
      <p className="hidden text-sm noscript:block">
        <a href={`${localePath(texts.locale, docsPath(page))}.md`}>{t("allSamples")}</a>
      </p>
    </>
  );
}

/** The size of a sample. Tabs are at the start of a line, each four characters wide. */
function sizeOf(code: string): SampleSize {
  const lines = code.replaceAll("\t", " ".repeat(4)).split("\n");
  return [lines.length, Math.max(...lines.map(({ length }) => length))];
}

interface TryItProps {
  /** The id of the heading above the form. */
  anchor: string;
  endpoint: Endpoint;
  texts: DocsTexts;
}

/** A form that sends a request to an endpoint of this service and shows the response. */
function TryIt({ anchor, endpoint, texts }: TryItProps) {
  const { path, fields } = formOf(endpoint, texts.meanings);
  return (
    <TryItForm
      anchor={anchor}
      endpoint={endpoint.path}
      base={texts.base}
      path={path}
      fields={fields.map((field) => ({
        ...field,
        meaning: inlineProse(field.meaning, texts.locale).html,
      }))}
    />
  );
}
