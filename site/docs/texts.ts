import type { Locale, Messages } from "next-intl";
import type { Descriptions } from "./contract.ts";

/** The texts for the generated parts of the documentation, in one language. */
export interface DocsTexts {
  locale: Locale;
  /** The public URL of the service, without a trailing slash. */
  base: string;
  /** Explanations of the contract. */
  descriptions: Descriptions;
  /** The description of each environment variable. */
  configuration: Readonly<Record<string, string>>;
  /** Labels such as titles of groups and columns. */
  labels: Messages["Docs"];
  /** The URL of the source code; undefined if the operator has not said it. */
  source: string | undefined;
  /** The changelog of the project without its title, as Markdown. It is in English. */
  changelog: string;
}

/** Fills the URL of this service into code of the documentation. */
export function withBase(code: string, { base }: Pick<DocsTexts, "base">): string {
  return code.replaceAll("{base}", base);
}

/** Says where the source code is, as Markdown. */
export function sourceCodeText({ labels, source }: Pick<DocsTexts, "labels" | "source">): string {
  const { known, unknown } = labels.sourceCode;
  return source === undefined ? unknown : `${known} [${source.replace("https://", "")}](${source})`;
}

/** The values of `X-Texture-Source` as a Markdown list. */
export function textureSourceList({ descriptions }: Pick<DocsTexts, "descriptions">): string {
  return Object.values(descriptions.textureSources)
    .map((text) => `- ${text}`)
    .join("\n");
}
