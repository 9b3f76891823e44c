import type { Messages } from "next-intl";

type Namespace = keyof Messages;

/** What only the documentation needs, and mostly on the server. */
const ofDocs: readonly string[] = [
  "Configuration",
  "Contract",
  "Docs",
  "DocsPages",
  "DocsSearch",
  "TryIt",
] satisfies Namespace[];

/** The messages that every page sends to the browser. */
export function siteMessages(messages: Messages): Partial<Messages> {
  return Object.fromEntries(Object.entries(messages).filter(([name]) => !ofDocs.includes(name)));
}

/** The messages that the parts of the documentation need which live in the browser. */
export function docsMessages({ CopyButton, DocsSearch, TryIt }: Messages): Partial<Messages> {
  return { CopyButton, DocsSearch, TryIt };
}
