import type { MDXComponents } from "mdx/types";
import { Endpoint, Gallery, Picture } from "@/app/_components/docs/mdx/endpoint.tsx";
import { Fenced, Recipe } from "@/app/_components/docs/mdx/code.tsx";
import {
  Changelog,
  Freshness,
  SourceCode,
  TextureSources,
} from "@/app/_components/docs/mdx/parts.tsx";
import { Code, Fold, headingOf, Link, Note } from "@/app/_components/docs/mdx/prose.tsx";
import { Example, Responses } from "@/app/_components/docs/mdx/responses.tsx";
import { CompatUrls, TableBox, Tables, TableTitle } from "@/app/_components/docs/mdx/tables.tsx";
import type { ComponentName } from "@/site/docs/blocks.ts";
import type { EndpointId } from "@/site/docs/contract.ts";

/*
 * The pages in `content/docs` are made of these: Markdown, and components that show what the contract knows. `<Fields>`
 * and `<Samples>` depend on their page, which has them.
 */
const components = {
  a: Link,
  code: Code,
  h2: headingOf("h2"),
  h3: headingOf("h3"),
  pre: Fenced,
  table: TableBox,
  th: TableTitle,

  Changelog,
  CompatUrls,
  Endpoint,
  Example,
  Fold,
  Freshness,
  Gallery,
  Note,
  Picture,
  Recipe,
  Responses,
  SourceCode,
  TextureSources,
  // It stands beside the text: `Forms`.
  TryIt: () => null,

  CompatClients: () => <Tables of={{ kind: "CompatClients" }} />,
  Configuration: () => <Tables of={{ kind: "Configuration" }} />,
  Errors: () => <Tables of={{ kind: "Errors" }} />,
  Headers: () => <Tables of={{ kind: "Headers" }} />,
  ImageErrors: () => <Tables of={{ kind: "ImageErrors" }} />,
  Parameters: ({ endpoint }: { endpoint: EndpointId }) => (
    <Tables of={{ kind: "Parameters", endpoint }} />
  ),
} satisfies MDXComponents & Record<Exclude<ComponentName, "Fields" | "Samples">, unknown>;

/** Next gives these to every `.mdx` file. */
export function useMDXComponents(): MDXComponents {
  return components;
}
