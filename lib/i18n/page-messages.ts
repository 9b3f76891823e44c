import type { Messages } from "next-intl";

/*
 * The messages that a page sends to the browser: those of its client components, and no others, since
 * every page carries them with it.
 */

/** For the frame around every page. */
export function frameMessages(messages: Messages) {
  return pick(messages, ["ErrorPage", "LanguageMenu", "ThemeMenu"]);
}

/** For the search and the recent lookups. */
export function lookupMessages(messages: Messages) {
  return pick(messages, [
    "EditionMarks",
    "HomePage",
    "LookupStatus",
    "RecentPlayers",
    "SearchForm",
    "Statistics",
    "Suggestions",
  ]);
}

/** For the page of a player. */
export function playerMessages(messages: Messages) {
  return pick(messages, [
    "CopyButton",
    "EditionLabel",
    "EditionPanel",
    "Failure",
    "HeadBuilder",
    "LinkNotice",
    "MissingPanel",
    "PlayerActions",
    "PlayerFacts",
    "PlayerFreshness",
    "PlayerHero",
    "RefreshButton",
    "SearchForm",
    "SkinStage",
    "Textures",
    "Warnings",
  ]);
}

/** For the documentation. */
export function docsMessages(messages: Messages) {
  return pick(messages, ["CopyButton", "DocsSamples", "DocsSearch", "TryIt"]);
}

function pick<Name extends keyof Messages>(messages: Messages, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, messages[name]]));
}
