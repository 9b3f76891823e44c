import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { parseIdentifier, type NameRules } from "@/lib/contract/identifiers.ts";
import { useRecentPlayers } from "../home/recent-players.tsx";
import {
  debounceFor,
  fetchPreview,
  type FoundPlayer,
  isFailure,
  isKnownPlayer,
  type KnownPlayer,
  type PreviewResult,
  spelling,
  tidy,
} from "./preview.ts";

export interface Suggestion extends KnownPlayer {
  /** Why the row is offered. */
  reason: "found" | "former" | "device" | "recent";
}

type Found = FoundPlayer & Suggestion;

/** The state of the lookup of the current text; its messages are in `Suggestions.note`. */
export type LookupState = "empty" | "short" | "pending" | PreviewResult["kind"];

/** Rows besides those of players who were found. */
const MOST_OTHERS = 5;

export type Suggestions = ReturnType<typeof useSuggestions>;

/**
 * The players that the text in a search box may mean, as far as they are known.
 * @param rules How the instance reads names.
 */
export function useSuggestions(rules: NameRules) {
  const [text, setText] = useState("");
  const device = useSearches().map(because("device"));
  const recent = useRecentPlayers();

  const wanted = tidy(text);
  const begin = spelling(wanted);
  const matches = ({ username }: KnownPlayer) =>
    begin !== "" && spelling(username).startsWith(begin);
  const known = [...device, ...recent.map(because("recent"))].filter(matches);
  const exact = known.find(({ username }) => spelling(username) === begin);
  const debounceMs = debounceFor(wanted, exact !== undefined, rules);
  const { result, current, isPending, retry } = usePreview(wanted, debounceMs);

  const players: readonly Found[] =
    result?.kind === "found" ? result.players.map((one) => ({ ...one, reason: "found" })) : [];
  // The result for a previous text may still match.
  const found = current ? players : players.filter(matches);
  const former = current?.kind === "unknown" ? current.players.map(because("former")) : [];
  const others = wanted === "" ? device : unique([...(exact ? [exact] : []), ...known], found);
  const settled = current?.kind ?? stateWithoutRequest(wanted, rules);
  const state = isPending ? "pending" : settled;
  return {
    /** What was typed, without the white space around it. */
    wanted,
    state,
    found,
    /** The rows. */
    options: [...found, ...[...former, ...others].slice(0, MOST_OTHERS)],
    /** The most likely player. */
    likely: found[0] ?? (state === "unknown" ? undefined : exact),
    /** The device has searches that can be deleted. */
    hasSearches: device.length > 0,
    setText,
    retry,
    /** Whether a text can name a player. */
    canBePlayer: (given: string) => parseIdentifier(given, rules) !== null,
  };
}

/** The state of a text for which no request is sent. */
function stateWithoutRequest(wanted: string, rules: NameRules): LookupState {
  if (wanted === "") return "empty";
  const identifier = parseIdentifier(wanted, rules);
  if (identifier === null) return "malformed";
  return identifier.kind === "impossible" ? "unknown" : "short";
}

function because(reason: Suggestion["reason"]) {
  return (player: KnownPlayer): Suggestion => ({ ...player, reason });
}

/** The first row of each name, without the names of rows before them. */
function unique(players: readonly Suggestion[], before: readonly Suggestion[]): Suggestion[] {
  const seen = new Set(before.map(({ username }) => spelling(username)));
  return players.filter(({ username }) => {
    const name = spelling(username);
    return !seen.has(name) && seen.add(name);
  });
}

/** Debounce of the first request, which reads only the cache of the service. */
const PAUSE_MS = 150;

/**
 * Looks a player up while the visitor types: first in the cache of the service, and after a longer
 * pause at the providers. Requests for outdated texts are cancelled. Back online, a failure is retried at once.
 * @param debounceMs How long to wait for more letters; null when no request is sent.
 */
function usePreview(text: string, debounceMs: number | null) {
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState<{ text: string; attempt: number; result: PreviewResult }>();
  const canRequest = debounceMs !== null;

  // The pause may become shorter while a request is on its way, which needs no other one.
  const look = useEffectEvent((signal: AbortSignal) => fetchPreview(text, debounceMs ?? 0, signal));

  useEffect(() => {
    if (!canRequest) return;
    const outdated = new AbortController();
    const timer = setTimeout(() => {
      look(outdated.signal).then(
        (result) => setLast({ text, attempt, result }),
        () => {
          // The text has changed: nobody waits for it.
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [text, canRequest, attempt]);

  const result = canRequest ? last?.result : undefined;
  const isFailed = result !== undefined && isFailure(result.kind);
  const isCurrent = last?.text === text && (last.attempt === attempt || !isFailed);
  const current = isCurrent ? result : undefined;

  useEffect(() => {
    if (!isFailed) return;
    const retry = () => setAttempt((before) => before + 1);
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [isFailed]);

  return {
    /** The last result; while the visitor types, the one for the previous text. */
    result,
    /** The result for the current text. */
    current,
    /** A request is scheduled or on its way. */
    isPending: canRequest && current === undefined,
    retry: () => setAttempt(attempt + 1),
  };
}

/** The key in the browser's storage. Searches never leave the device. */
const STORED = "searches";
const MOST = 8;

/** The players searched for on this device, the latest first; none on the server. */
export function useSearches(): readonly KnownPlayer[] {
  return parse(useSyncExternalStore(watch, stored, () => null));
}

export function storeSearch({ username, editions, headUrl, id }: KnownPlayer): void {
  const others = parse(stored()).filter(
    (search) => spelling(search.username) !== spelling(username),
  );
  store(JSON.stringify([{ username, editions, headUrl, id }, ...others].slice(0, MOST)));
}

export function deleteSearches(): void {
  store(null);
}

/** Calls back when the searches change, in this or another tab. */
function watch(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, text);
  } catch {
    // Without storage, searches are not kept.
  }
  // The browser tells the other tabs only.
  window.dispatchEvent(new Event("storage"));
}

/** Checked, since stored data may be of an older version or written by other code. */
function parse(text: string | null): readonly KnownPlayer[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isKnownPlayer).slice(0, MOST) : [];
  } catch {
    return [];
  }
}
