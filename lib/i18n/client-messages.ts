import type { Messages } from "next-intl";

type Namespace = keyof Messages;

/** Namespaces of the documentation only, needed mostly on the server. */
const ofDocs: readonly string[] = [
  "Configuration",
  "Contract",
  "Docs",
  "DocsPages",
  "DocsSamples",
  "DocsSearch",
  "TryIt",
] satisfies Namespace[];

/** The messages that every page sends to the browser. */
export function siteMessages(messages: Messages): Partial<Messages> {
  return Object.fromEntries(Object.entries(messages).filter(([name]) => !ofDocs.includes(name)));
}

/** The messages of the documentation's client components. */
export function docsMessages({
  CopyButton,
  DocsSamples,
  DocsSearch,
  TryIt,
}: Messages): Partial<Messages> {
  return { CopyButton, DocsSamples, DocsSearch, TryIt };
}
