import type { ReactNode } from "react";
import { Hash } from "lucide-react";
import { useTranslations } from "next-intl";
import { marked } from "marked";
import { endpointOf, type Endpoint } from "@/lib/contract/endpoints.ts";
import { type Block, type DocsPage, withBase, type DocsTexts } from "@/lib/docs/page.ts";
import { meaningOf, type Meanings } from "@/lib/contract/meanings.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { errorCodes } from "@/lib/contract/errors.ts";
import { RESPONSE_HEADERS } from "@/lib/contract/headers.ts";
import { formOf } from "@/lib/docs/form.ts";
import { errorAnchor, linkTarget } from "@/lib/docs/pages.ts";
import { Responses } from "./responses.tsx";
import { CodeBlock, Samples } from "./code-block.tsx";
import { ErrorTable, FieldTable, HeaderTable, ParameterTable, VariableTable } from "./tables.tsx";
import { InlineProse, Prose } from "./prose.tsx";
import { TryItForm } from "./try-it/try-it-form.tsx";

/** The blocks of a page. */
export function Blocks({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
  // Blocks never move within a page.
  return page.blocks.map((block, index) => (
    <RenderedBlock key={index} block={block} page={page} texts={texts} />
  ));
}

interface RenderedBlockProps {
  block: Block;
  page: DocsPage;
  texts: DocsTexts;
}

function RenderedBlock({ block, page, texts }: RenderedBlockProps): ReactNode {
  const { meanings } = texts;
  switch (block.kind) {
    case "prose":
      return <Prose markdown={texts.text(page.id, block.text)} />;
    case "note":
      return (
        <div role="note" className="docs-note">
          <Prose markdown={texts.text(page.id, block.text)} />
        </div>
      );
    case "heading":
      return <Heading {...block} text={texts.text(page.id, block.text)} />;
    case "code":
      return (
        <CodeBlock code={withBase(block.code, texts)} language={block.language} name={block.name} />
      );
    case "endpoint":
      return <EndpointLine endpoint={endpointOf(block.endpoint)} meanings={meanings} />;
    case "parameters":
      return <ParameterTable endpoint={endpointOf(block.endpoint)} meanings={meanings} />;
    case "responses":
      return <Responses endpoint={endpointOf(block.endpoint)} meanings={meanings} />;
    case "samples":
      return <Samples endpoint={endpointOf(block.endpoint)} base={texts.base} />;
    case "tryIt":
      return <TryIt endpoint={endpointOf(block.endpoint)} meanings={meanings} />;
    case "fields":
      return <FieldTable schema={block.schema} meanings={meanings} />;
    case "errors":
      return <ErrorTable meanings={meanings} />;
    case "headers":
      return <HeaderTable meanings={meanings} />;
    case "variables":
      return <VariableTable meanings={texts.configuration} />;
    case "changelog":
      return <Changelog markdown={texts.changelog} />;
  }
}

interface HeadingProps {
  id: string;
  level: 2 | 3;
  text: string;
}

/** A heading that can be linked to. */
function Heading({ id, level, text }: HeadingProps) {
  const t = useTranslations("Docs");
  const Level = level === 2 ? "h2" : "h3";
  return (
    <Level id={id} className="group flex scroll-mt-6 items-baseline gap-1">
      <span>{text}</span>
      <a
        href={`#${id}`}
        aria-label={t("anchor", { heading: text })}
        className="inline-flex size-6 shrink-0 items-center justify-center self-center rounded text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        <Hash aria-hidden className="size-4" />
      </a>
    </Level>
  );
}

/** An endpoint's address, and what it is for. */
function EndpointLine({ endpoint, meanings }: { endpoint: Endpoint; meanings: Meanings }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3">
      <span dir="ltr" className="font-mono">
        <span className="me-2 font-semibold text-good">GET</span>
        {endpoint.path}
      </span>
      <span className="text-muted">{meaningOf(meanings.endpoints, endpoint.id)}</span>
    </p>
  );
}

interface TryItProps {
  endpoint: Endpoint;
  meanings: Meanings;
}

const headerNames = Object.keys(RESPONSE_HEADERS);

/** A form that sends a request to an endpoint of this service and shows the response. */
function TryIt({ endpoint, meanings }: TryItProps) {
  const { path, fields } = formOf(endpoint, meanings);
  const explained = fields.map((field) => ({
    ...field,
    meaning: <InlineProse markdown={field.meaning} />,
  }));
  const errorPages = errorCodes.map((code) => [
    code,
    linkTarget(`errors#${errorAnchor(code)}`).href,
  ]);
  return (
    <TryItForm
      address={endpoint.path}
      base={publicUrl()}
      path={path}
      fields={explained}
      headerNames={headerNames}
      errorPages={Object.fromEntries(errorPages)}
    />
  );
}

/** The changelog of the project, in English. */
function Changelog({ markdown }: { markdown: string }) {
  const html = marked.parse(markdown, { async: false });
  return (
    <div lang="en" dir="ltr" className="docs-prose" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
