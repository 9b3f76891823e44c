import "server-only";
import { createHash } from "node:crypto";
import { endpointOf } from "@/lib/docs/contract.ts";
import { formOf } from "@/lib/docs/tables.ts";
import {
  blockHtml,
  codeHtml,
  inlineProse,
  isInteractive,
  type InteractiveBlock,
} from "@/lib/docs/html/blocks.ts";
import { markup, type Html } from "@/lib/docs/html/markup.ts";
import { docsPath, withBase, type Block, type DocsPage, type DocsTexts } from "@/lib/docs/page.ts";
import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { sampleCode } from "@/lib/docs/samples/samples.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { CodeBox, SampleBox, type SampleSize } from "./page-tools.tsx";
import { storeHtml } from "./stored-html.ts";
import { StaticHtml } from "./static-html.tsx";
import { TryItForm } from "./try-it/try-it-form.tsx";

export interface BlocksProps {
  page: DocsPage;
  texts: DocsTexts;
}

/** Static HTML, or a block with a component that runs in the browser. */
type Part = Html | InteractiveBlock;

type Column = "start" | "end";

/** Parts across the page or in one of two columns. */
interface Section {
  column: Column | undefined;
  parts: Part[];
}

/** A page's title and its blocks: static HTML, with interactive components in between. */
export async function Blocks({ page, texts }: BlocksProps) {
  const title = markup`<h1>${texts.text(page.id, "title")}</h1><p class="docs-lead">${inlineProse(texts.text(page.id, "description"), texts.locale)}</p>`;
  const blocks = page.blocks.map(async (block) => ({
    block,
    part: isInteractive(block) ? block : await blockHtml(block, page, texts),
  }));
  let section: Section = { column: undefined, parts: [title] };
  const sections = [section];
  for (const [at, { block, part }] of (await Promise.all(blocks)).entries()) {
    const column = block.kind === "heading" ? columnAt(page.blocks, at) : section.column;
    if (column !== section.column) {
      section = { column, parts: [] };
      sections.push(section);
    }
    const last = section.parts.at(-1);
    if (last !== undefined && "html" in last && "html" in part) {
      section.parts.splice(-1, 1, markup`${[last, part]}`);
    } else section.parts.push(part);
  }

  const contents = sections.map(({ parts }, position) =>
    parts.map((part, index) => {
      // A stable key: parts never move within a page.
      const name = `${position}-${index}`;
      if ("html" in part)
        return <Stored key={name} name={name} html={part} className="docs-prose" />;
      return <Interactive key={name} name={name} block={part} page={page} texts={texts} />;
    }),
  );
  return sections.map(({ column }, position) => {
    if (column === undefined) return contents[position];
    // The first column renders the second, too.
    if (column === "end") return null;
    return (
      <div key={position} className="docs-columns">
        <div>{contents[position]}</div>
        <div>{contents[position + 1]}</div>
      </div>
    );
  });
}

/** The column of a heading: on a wide screen, samples are beside responses that follow them. */
function columnAt(blocks: readonly Block[], heading: number): Column | undefined {
  const [before, , own, , next] = blocks.slice(heading - 1, heading + 4).map(({ kind }) => kind);
  if (own === "samples" && next === "responses") return "start";
  if (before === "samples" && own === "responses") return "end";
  return undefined;
}

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

interface InteractiveProps extends BlocksProps {
  name: string;
  block: InteractiveBlock;
}

async function Interactive({ name, block, page, texts }: InteractiveProps) {
  if (block.kind === "code") {
    const { language, name: label = language } = block;
    return (
      <CodeBox name={label}>
        <Stored name={name} html={await codeHtml(withBase(block.code, texts), language, label)} />
      </CodeBox>
    );
  }
  const endpoint = endpointOf(block.endpoint);
  if (block.kind === "samples") {
    // The page has only the first language, and the size of the others.
    const [first, ...others] = sampleLanguages;
    const codeIn = ({ id }: (typeof sampleLanguages)[number]) =>
      sampleCode(endpoint, id, { baseUrl: texts.base }).trimEnd();
    return (
      <>
        <SampleBox
          endpoint={endpoint.id}
          label={texts.labels.sampleLanguage}
          sizes={others.map((language) => sizeOf(codeIn(language)))}
        >
          <Stored name={name} html={await codeHtml(codeIn(first), first.grammar, first.name)} />
        </SampleBox>
        <p className="hidden text-sm noscript:block">
          <a href={`${localePath(texts.locale, docsPath(page))}.md`}>{texts.labels.allSamples}</a>
        </p>
      </>
    );
  }
  const heading = page.blocks[page.blocks.indexOf(block) - 1];
  const { path, fields } = formOf(endpoint, texts.descriptions);
  return (
    <TryItForm
      anchor={heading?.kind === "heading" ? heading.id : ""}
      endpoint={endpoint.path}
      base={texts.base}
      path={path}
      fields={fields.map((field) => ({
        ...field,
        description: inlineProse(field.description, texts.locale).html,
      }))}
    />
  );
}

/** The size of a sample. Tabs are at the start of a line, each four characters wide. */
function sizeOf(code: string): SampleSize {
  const lines = code.replaceAll("\t", " ".repeat(4)).split("\n");
  return [lines.length, Math.max(...lines.map(({ length }) => length))];
}
