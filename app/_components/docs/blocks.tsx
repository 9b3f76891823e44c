import type { ReactNode } from "react";
import { endpointOf } from "@/lib/contract/endpoints.ts";
import type { Block, DocsPage } from "@/lib/docs/page.ts";
import { withBase, type DocsTexts } from "@/lib/docs/texts.ts";
import { Answers } from "./answers.tsx";
import { Changelog } from "./changelog.tsx";
import { CodeBlock } from "./code-block.tsx";
import { EndpointLine } from "./endpoint-line.tsx";
import { ErrorTable } from "./error-table.tsx";
import { FieldTable } from "./field-table.tsx";
import { HeaderTable } from "./header-table.tsx";
import { Heading } from "./heading.tsx";
import { ParameterTable } from "./parameter-table.tsx";
import { Prose } from "./prose.tsx";
import { Samples } from "./samples/samples.tsx";
import { TryIt } from "./try-it/try-it.tsx";
import { VariableTable } from "./variable-table.tsx";

/** What a page says, piece by piece. */
export function Blocks({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
  // Blocks never move within a page.
  return page.blocks.map((block, index) => (
    <DrawnBlock key={index} block={block} page={page} texts={texts} />
  ));
}

interface DrawnBlockProps {
  block: Block;
  page: DocsPage;
  texts: DocsTexts;
}

function DrawnBlock({ block, page, texts }: DrawnBlockProps): ReactNode {
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
    case "answers":
      return <Answers endpoint={endpointOf(block.endpoint)} meanings={meanings} />;
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
