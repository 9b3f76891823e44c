import type { Messages } from "next-intl";

/** The messages of the documentation's client components. */
export function docsMessages({
  CopyButton,
  DocsSamples,
  DocsSearch,
  TryIt,
}: Messages): Partial<Messages> {
  return { CopyButton, DocsSamples, DocsSearch, TryIt };
}
