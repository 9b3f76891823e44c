import "server-only";
import { createHash } from "node:crypto";
import { Fragment, type ReactNode } from "react";
import { endpointOf } from "@/lib/docs/contract.ts";
import { pictureOf, tileFile, type Picture } from "@/lib/docs/gallery.ts";
import { formOf } from "@/lib/docs/tables.ts";
import {
  blockHtml,
  codeHtml,
  inlineProse,
  isInteractive,
  type InteractiveBlock,
} from "@/lib/docs/html/blocks.ts";
import { markup, type Html } from "@/lib/docs/html/markup.ts";
import {
  docsPath,
  imageUrl,
  partsOf,
  type Block,
  type DocsPage,
  type DocsTexts,
  type PageForm,
} from "@/lib/docs/page.ts";
import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { sampleCode } from "@/lib/docs/samples/samples.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { SampleBox, type SampleSize } from "./page-tools.tsx";
import { storeHtml } from "../stored-html.ts";
import { StaticHtml } from "../static-html.tsx";
import { TryItForm } from "./try-it/try-it-form.tsx";

export interface BlocksProps {
  page: DocsPage;
  texts: DocsTexts;
}

/** Static HTML, or a block with a component that runs in the browser. */
type Part = Html | InteractiveBlock;

/** A part of a page, below a heading that folds it or without one. */
interface Section {
  summary: Html | undefined;
  parts: Part[];
}

/** A page's title and the blocks of its text: static HTML, with interactive components in between. */
export async function Blocks({ page, texts }: BlocksProps) {
  const title = markup`<h1>${texts.text(page.id, "title")}</h1><p class="docs-lead">${inlineProse(texts.text(page.id, "description"), texts.locale)}</p>`;
  const sections: Section[] = [{ summary: undefined, parts: [title] }];
  for (const { block, part } of await htmlOf(page, texts)) {
    const last = sections.at(-1);
    const isFolded = block.kind === "heading" && block.isFolded === true;
    if (isFolded && "html" in part) sections.push({ summary: part, parts: [] });
    else if (block.kind === "heading" && last?.summary !== undefined) {
      sections.push({ summary: undefined, parts: [part] });
    } else if (last !== undefined) addTo(last.parts, part);
  }
  return sections.map(({ summary, parts }, position) => (
    <Section key={position} name={`fold-${position}`} summary={summary}>
      {parts.map((part, index) => {
        // A stable key: parts never move within a page.
        const name = `${position}-${index}`;
        if ("html" in part)
          return <Stored key={name} name={name} html={part} className="docs-prose" />;
        return <Samples key={name} name={name} block={part} page={page} texts={texts} />;
      })}
    </Section>
  ));
}

function htmlOf(page: DocsPage, texts: DocsTexts): Promise<{ block: Block; part: Part }[]> {
  const { text } = partsOf(page);
  return Promise.all(
    text.map(async (block) => ({
      block,
      part: isInteractive(block) ? block : await blockHtml(block, page, texts),
    })),
  );
}

/** Adjacent HTML is one part. */
function addTo(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last !== undefined && "html" in last && "html" in part) {
    parts.splice(-1, 1, markup`${[last, part]}`);
  } else parts.push(part);
}

interface SectionProps {
  name: string;
  summary: Html | undefined;
  children: ReactNode;
}

function Section({ name, summary, children }: SectionProps) {
  if (summary === undefined) return children;
  return (
    <details className="docs-fold">
      <summary>
        <Stored name={name} html={summary} />
      </summary>
      <div>{children}</div>
    </details>
  );
}

interface StoredProps {
  /** Unique within the page. */
  name: string;
  html: Html;
  className?: string;
}

/** HTML that React does not send to the browser a second time. */
export function Stored({ name, html: { html }, className = "" }: StoredProps) {
  const hash = createHash("sha256").update(html).digest("base64url").slice(0, 8);
  const id = `${name}-${hash}`;
  storeHtml(id, html);
  // Changed HTML, as in development, gets another id.
  return <StaticHtml key={id} id={id} className={className} />;
}

interface SamplesProps extends BlocksProps {
  name: string;
  block: InteractiveBlock;
}

/** The samples of an endpoint. The page has only the first language, and the size of the others. */
async function Samples({ name, block, page, texts }: SamplesProps) {
  const endpoint = endpointOf(block.endpoint);
  const [first, ...others] = sampleLanguages;
  const codeIn = ({ id }: (typeof sampleLanguages)[number]) =>
    sampleCode(endpoint, id, { baseUrl: texts.base }).trimEnd();
  const id = `${endpoint.id}-${first.id}`;
  return (
    <>
      <SampleBox
        endpoint={endpoint.id}
        label={texts.labels.sampleLanguage}
        sizes={others.map((language) => sizeOf(codeIn(language)))}
      >
        <Stored name={name} html={await codeHtml(codeIn(first), first.grammar, first.name, id)} />
      </SampleBox>
      <p className="hidden pt-2 text-sm noscript:block">
        <a href={`${localePath(texts.locale, docsPath(page))}.md`}>{texts.labels.allSamples}</a>
      </p>
    </>
  );
}

/** The size of a sample. Tabs are at the start of a line, each four characters wide. */
function sizeOf(code: string): SampleSize {
  const lines = code.replaceAll("\t", " ".repeat(4)).split("\n");
  return [lines.length, Math.max(...lines.map(({ length }) => length))];
}

export function hasForms(page: DocsPage): boolean {
  return partsOf(page).forms.length > 0;
}

/** The forms of a page, which stay in view beside its text; of several, the reader opens one at a time. */
export function Forms({ page, texts }: BlocksProps) {
  const { forms } = partsOf(page);
  if (forms.length === 0) return null;
  return (
    <div className="docs-forms">
      {forms.map((own, index) => (
        <Fragment key={own.heading.id}>
          {forms.length === 1 ? (
            <Form {...own} page={page} texts={texts} />
          ) : (
            <details name="try-it" open={index === 0} className="docs-form">
              <summary>
                <FormHeading {...own} page={page} texts={texts} />
              </summary>
              <FormOf {...own} texts={texts} />
            </details>
          )}
        </Fragment>
      ))}
    </div>
  );
}

function Form(props: PageForm & BlocksProps) {
  return (
    <div className="docs-form">
      <FormHeading {...props} />
      <FormOf {...props} />
    </div>
  );
}

function FormHeading({ heading, page, texts }: PageForm & BlocksProps) {
  return (
    <h2 id={heading.id}>
      <span>{texts.text(page.id, heading.text)}</span>
    </h2>
  );
}

function FormOf({ heading, form, texts }: PageForm & Pick<BlocksProps, "texts">) {
  const endpoint = endpointOf(form.endpoint);
  const { path, fields } = formOf(endpoint);
  const picture = pictureOf(tileFile({ endpoint: endpoint.id, query: "" }));
  return (
    <TryItForm
      id={endpoint.id}
      anchor={heading.id}
      endpoint={endpoint.path}
      base={texts.base}
      path={path}
      picture={picture && sentPicture(picture)}
      fields={fields}
    />
  );
}

/** What an image tag needs. */
function sentPicture({ file, width, height }: Picture) {
  return { src: imageUrl(file), width, height };
}
