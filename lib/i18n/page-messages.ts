import type { Messages } from "next-intl";

/*
 * The messages that a page sends to the browser, as JSON: only those of its client components, since every
 * page contains them.
 */

/** For the frame around every page. */
export const frameMessages = jsonOf(["ErrorPage"]);

/** For the search and the recent lookups. */
export const lookupMessages = jsonOf([
  "EditionMarks",
  "HomePage",
  "LookupStatus",
  "RecentPlayers",
  "SearchForm",
  "Suggestions",
]);

/** For the page of a player. */
export const playerMessages = jsonOf([
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

/** For the documentation. */
export const docsMessages = jsonOf(["CopyButton", "DocsSamples", "DocsSearch", "TryIt"]);

function jsonOf(names: readonly (keyof Messages)[]) {
  const known = new WeakMap<Messages, string>();
  return (messages: Messages): string => {
    const before = known.get(messages);
    if (before !== undefined) return before;
    const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, messages[name]])));
    known.set(messages, json);
    return json;
  };
}
