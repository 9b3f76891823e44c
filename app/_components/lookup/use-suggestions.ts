import { useMemo, useSyncExternalStore } from "react";
import { parseIdentifier } from "@/lib/contract/identifiers.ts";
import type { Edition } from "@/lib/contract/profile.ts";
import { useActivity } from "../home/activity.tsx";
import { playersIn, type KnownPlayer } from "./preview.ts";
import { spelling, tidy } from "./names.ts";
import { noSearches, searchesOfDevice, watchSearches } from "./searches.ts";
import { usePreview } from "./use-preview.ts";

/** Why a row is offered. */
type Reason = "found" | "former" | "device" | "recent";

export interface Suggestion extends KnownPlayer {
  reason: Reason;
}

/** The state of the lookup of the current text; its messages are in `Suggestions.note`. */
type LookupState =
  | "empty"
  | "short"
  | "awaited"
  | "found"
  | "unknown"
  | "malformed"
  | "silent"
  | "unreachable"
  | "unreadable";

export interface Suggestions {
  /** What was typed, without the white space around it. */
  wanted: string;
  state: LookupState;
  /** Players found for this text, or for a previous text whose result still matches. */
  found: readonly Suggestion[];
  /** Players who had the name, then those of this device and of the recent lookups that match. */
  others: readonly Suggestion[];
  /** The most likely player. */
  likely: Suggestion | undefined;
  /** The text is offered as typed, since none of the players has this name. */
  offersText: boolean;
  /** The device has searches that can be deleted. */
  hasSearches: boolean;
  retry: () => void;
}

const MOST = 5;

/** The players that a text may mean, as far as they are known. */
export function useSuggestions(text: string): Suggestions {
  const searches = useSyncExternalStore(watchSearches, searchesOfDevice, noSearches);
  const { data: activity } = useActivity();
  const known = useMemo(
    () => unique([...searches.map(because("device")), ...(activity?.recent ?? []).map(ofRecent)]),
    [searches, activity],
  );

  const wanted = tidy(text);
  const begin = spelling(wanted);
  const exact = known.find(({ username }) => spelling(username) === begin);
  const { result, isCurrent, isAwaited, retry } = usePreview(wanted, exact !== undefined);

  const players = result?.kind === "found" ? playersIn(result.preview).map(because("found")) : [];
  const found = isCurrent ? players : players.filter(({ username }) => beginsWith(username, begin));
  const state = isAwaited
    ? "awaited"
    : isCurrent && result
      ? result.kind
      : stateWithoutRequest(wanted);
  const others =
    wanted === ""
      ? searches.map(because("device"))
      : [...(exact ? [exact] : []), ...known.filter((player) => player !== exact)].filter(
          ({ username }) => beginsWith(username, begin) && !isAmong(username, found),
        );

  const former =
    isCurrent && result?.kind === "unknown" ? result.former.map(because("former")) : [];
  return {
    wanted,
    state,
    found,
    others: [...former, ...others].slice(0, MOST),
    likely: found[0] ?? (state === "unknown" ? undefined : exact),
    offersText:
      (state === "short" || state === "awaited") && found.length === 0 && exact === undefined,
    hasSearches: searches.length > 0,
    retry,
  };
}

/** The state of a text for which no request is sent. */
function stateWithoutRequest(wanted: string): LookupState {
  if (wanted === "") return "empty";
  const identifier = parseIdentifier(wanted);
  if (identifier === null) return "malformed";
  return identifier.kind === "impossible" ? "unknown" : "short";
}

function beginsWith(username: string, begin: string): boolean {
  return begin !== "" && spelling(username).startsWith(begin);
}

function isAmong(username: string, players: readonly Suggestion[]): boolean {
  return players.some((player) => spelling(player.username) === spelling(username));
}

function because(reason: Suggestion["reason"]) {
  return (player: KnownPlayer): Suggestion => ({ ...player, reason });
}

function ofRecent(player: {
  username: string;
  editions: readonly Edition[];
  head_url: string;
}): Suggestion {
  const { username, editions, head_url: headUrl } = player;
  return { username, editions, headUrl: headUrl || null, reason: "recent" };
}

/** Keeps the first row of each spelling. */
function unique(players: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return players.filter(({ username }) => {
    const key = spelling(username);
    return seen.has(key) ? false : seen.add(key);
  });
}
