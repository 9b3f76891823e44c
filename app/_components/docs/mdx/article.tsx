import type { EndpointId, SchemaId } from "@/site/docs/contract.ts";
import type { DocsPage } from "@/site/docs/source.ts";
import { Prose } from "./prose.tsx";
import { Samples } from "./samples.tsx";
import { Tables } from "./tables.tsx";

interface ArticleProps {
  page: DocsPage;
  /** The URL of the page as Markdown. */
  markdown: string;
}

/** The title of a page, and its file. */
export function Article({ page, markdown }: ArticleProps) {
  const { Content, title, description } = page;
  return (
    <div className="docs-prose">
      <h1>{title}</h1>
      <p className="docs-lead">
        <Prose text={description} />
      </p>
      <Content components={componentsOf(page, markdown)} />
    </div>
  );
}

/** The components that depend on their page; the others are in `mdx-components.tsx`. */
function componentsOf({ blocks }: DocsPage, markdown: string) {
  return {
    Fields: ({ schema }: { schema: SchemaId }) => (
      <Tables of={{ kind: "Fields", schema }} blocks={blocks} />
    ),
    Samples: ({ endpoint }: { endpoint: EndpointId }) => (
      <Samples endpoint={endpoint} markdown={markdown} />
    ),
  };
}
