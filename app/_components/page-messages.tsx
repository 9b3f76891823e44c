import { NextIntlClientProvider, useMessages, type Messages } from "next-intl";
import type { ReactNode } from "react";
import { Hydrated } from "./hydrated.tsx";

/** The messages of the client components of each part of the site. */
export const namespaces = {
  frame: ["ErrorPage"],
  lookup: [
    "CopyButton",
    "EditionMarks",
    "HomePage",
    "LookupStatus",
    "RecentPlayers",
    "SearchForm",
    "Suggestions",
    "Views",
  ],
  player: [
    "CopyButton",
    "EditionMarks",
    "Failure",
    "HeadBuilder",
    "PlayerActions",
    "PlayerFreshness",
    "PlayerUse",
    "RefreshButton",
    "SkinStage",
    "Textures",
    "Views",
  ],
  list: ["CopyButton", "EditionMarks", "List"],
  status: ["StatusPage"],
  docs: ["CopyButton", "DocsSamples", "DocsSearch"],
  docsSearch: ["DocsSearch"],
} satisfies Record<string, (keyof Messages)[]>;

/** Gives client components their messages. Only these are sent, since every page contains them. */
export function PageMessages({
  of,
  children,
}: {
  of: keyof typeof namespaces;
  children: ReactNode;
}) {
  const messages = useMessages();
  const sent = Object.fromEntries(namespaces[of].map((name) => [name, messages[name]]));
  return (
    <NextIntlClientProvider messages={sent}>
      {children}
      <Hydrated />
    </NextIntlClientProvider>
  );
}
