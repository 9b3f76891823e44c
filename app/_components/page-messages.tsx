import { useLocale, useMessages, type Messages } from "next-intl";
import type { ReactNode } from "react";
import { MessagesProvider } from "./messages-provider.tsx";

/** The messages of the client components of each part of the site. */
const namespaces = {
  frame: ["ErrorPage"],
  lookup: [
    "CopyButton",
    "EditionMarks",
    "HomePage",
    "LookupStatus",
    "RecentPlayers",
    "SearchForm",
    "Suggestions",
  ],
  player: [
    "CopyButton",
    "EditionMarks",
    "EditionPanel",
    "Failure",
    "HeadBuilder",
    "LinkNotice",
    "MissingPanel",
    "PlayerActions",
    "PlayerFacts",
    "PlayerFreshness",
    "PlayerHero",
    "PlayerUse",
    "RefreshButton",
    "SkinStage",
    "Textures",
    "Warnings",
  ],
  docs: ["CopyButton", "DocsSamples", "DocsSearch", "TryIt"],
} satisfies Record<string, (keyof Messages)[]>;

type Part = keyof typeof namespaces;

/** Gives client components their messages. Only these are sent, since every page contains them. */
export function PageMessages({ of, children }: { of: Part; children: ReactNode }) {
  return (
    <MessagesProvider locale={useLocale()} json={jsonOf(of, useMessages())}>
      {children}
    </MessagesProvider>
  );
}

const written = new WeakMap<Messages, Partial<Record<Part, string>>>();

function jsonOf(part: Part, messages: Messages): string {
  const texts = written.get(messages) ?? {};
  written.set(messages, texts);
  const entries = namespaces[part].map((name) => [name, messages[name]]);
  return (texts[part] ??= JSON.stringify(Object.fromEntries(entries)));
}
