"use client";

import { useEffect, useState } from "react";
import useSWR from "swr";
import { parseIdentifier, type NameRules } from "@/lib/contract/identifiers.ts";
import type { SuggestionsBody } from "@/lib/contract/status.ts";
import { address } from "@/lib/contract/urls.ts";
import { exampleFound } from "../home/example-player.ts";
import { listed } from "../player-list.tsx";
import { useLoaded } from "../requests.ts";
import { beginsWith, isSamePlayer, type FoundPlayer, type KnownPlayer } from "./known-player.ts";
import { fetchPreview, isOf, previewUrl, type Preview, type PreviewError } from "./preview.ts";
import { useSearches } from "./searches.ts";

/** The text in the box. */
export interface Query {
  /** Without white space around it. */
  text: string;
  /** It was pasted, chosen or submitted: nobody is still typing it. */
  isWhole: boolean;
}

export interface Suggestion extends KnownPlayer, Partial<Pick<FoundPlayer, "uuid" | "xuid">> {
  /** Why the row is offered; `typed`: it is the text, of which nothing is known. */
  reason: "typed" | "found" | "former" | "device" | "recent" | "example";
}

/** The verdict on the text; the messages are in `Suggestions.note`. */
export type LookupState =
  | "empty"
  /** It may be the beginning of a name: nothing is said about it. */
  | "typing"
  | "pending"
  | "offline"
  | Preview["kind"]
  | PreviewError["kind"];

/** Rows besides those of players who were found. */
const MOST_OTHERS = 5;

export type Suggestions = ReturnType<typeof useSuggestions>;

/**
 * The players that the text in the search may mean, as far as they are known.
 * @param rules How the instance reads names.
 */
export function useSuggestions({ text, isWhole: isGiven }: Query, rules: NameRules) {
  const device = useSearches().map(because("device"));
  const identifier = parseIdentifier(text, rules);
  // An id has a fixed length: it is no beginning of another one.
  const isWhole = isGiven || (identifier !== null && identifier.kind !== "name");
  const paused = usePaused(text);
  const canAsk = identifier !== null && (isWhole || paused === text);
  const { preview, isCurrent, error, retry } = usePreview(text, { isWhole, canAsk, rules });
  const begins = (player: KnownPlayer) => beginsWith(player, text, rules);
  const suggested = useSuggestedPlayers(canAsk && !isWhole ? text : null, rules, begins);

  const { found: players, former } = playersIn(preview);
  // Players who were found for the text before may still match.
  const found = (isCurrent ? players : players.filter(begins)).map(because("found"));
  const known = [
    ...(isCurrent ? former.map(because("former")) : []),
    ...device.filter(begins),
    ...suggested.players.map(because("recent")),
    ...[because("example")(exampleFound)].filter(begins),
  ];
  const rows = [...found, ...(text === "" ? device : known)].filter(
    (row, index, all) => all.findIndex((other) => isSamePlayer(row, other)) === index,
  );
  const verdict = (): LookupState => {
    if (text === "") return "empty";
    if (error) return error;
    if (found.length > 0) return "found";
    if (identifier === null && (isWhole || !mayBecomeIdentifier(text, rules))) return "malformed";
    if (!isWhole) return "typing";
    return (isCurrent ? preview?.kind : undefined) ?? "pending";
  };
  const state = verdict();
  const canLookUp = state === "typing" && identifier !== null;
  const typed: Suggestion = { username: text, editions: [], headUrl: null, reason: "typed" };
  return {
    text,
    state,
    /** Nothing more will be known of the text unless it is looked up. */
    isSettled: isCurrent && !suggested.isLoading,
    canLookUp,
    found,
    /** The card says all: one player was found for a text that is complete, or there is nothing else to offer. */
    isOnCard: found.length === 1 && (isGiven || rows.length === 1),
    /** The rows. */
    options: [...(canLookUp ? [typed] : []), ...rows.slice(0, found.length + MOST_OTHERS)],
    /** The device has searches that can be deleted. */
    hasSearches: device.length > 0,
    retry,
  };
}

/** The parts of an ID that is typed to its end later, without the length of a name. */
const BEGINS_ID = /^[0-9a-f-]{1,35}$/i;

/** Tells whether more letters can make an identifier of a text. */
function mayBecomeIdentifier(text: string, rules: NameRules): boolean {
  return BEGINS_ID.test(text) || parseIdentifier(`${text}1`, rules) !== null;
}

/** The players of a preview: those of the text, or those who had the name before. */
function playersIn(preview: Preview | null | undefined) {
  const found: readonly FoundPlayer[] = preview?.kind === "found" ? preview.players : [];
  const former = preview?.kind === "unknown" ? preview.players : [];
  return { found, former };
}

function because<Reason extends Suggestion["reason"]>(reason: Reason) {
  return <Player extends KnownPlayer>(player: Player) => ({ ...player, reason });
}

/** From the last key to the request, which reads only the cache of the service. */
const TYPING_PAUSE_MS = 150;

interface PreviewOf {
  url: string;
  preview: Preview | null;
}

interface PreviewOptions {
  isWhole: boolean;
  canAsk: boolean;
  rules: NameRules;
}

/** Looks a text up: one that may be incomplete only in the cache of the service. */
function usePreview(text: string, { isWhole, canAsk, rules }: PreviewOptions) {
  const { data, error, mutate } = useSWR<PreviewOf, PreviewError>(
    canAsk ? previewUrl(text, isWhole) : null,
    async (url: string) => ({ url, preview: await fetchPreview(url, rules) }),
    { keepPreviousData: true, revalidateOnFocus: false, errorRetryCount: 3 },
  );
  return {
    /** The outcome; while the visitor types, the one for the text before. */
    preview: data?.preview,
    isCurrent: isOf(data?.url, text),
    /** Why there is none. */
    error: error && (navigator.onLine ? error.kind : ("offline" as const)),
    retry: () => void mutate(),
  };
}

const SUGGESTED = {
  keepPreviousData: true,
  revalidateOnFocus: false,
  // A response is fresh for this long.
  dedupingInterval: 30_000,
  // The next letter may succeed.
  shouldRetryOnError: false,
};

/**
 * The players whom the service knows by the beginning of a name, without a request to a provider.
 * @param beginning Null to send no request.
 * @param begins Says which players of the text before still match.
 */
function useSuggestedPlayers(
  beginning: string | null,
  rules: NameRules,
  begins: (player: KnownPlayer) => boolean,
) {
  const url = beginning === null ? null : address("/api/suggest", { q: beginning });
  const { data, error, isLoading } = useLoaded<SuggestionsBody>(url, SUGGESTED);
  const players = listed(data?.body.suggestions ?? [], rules);
  const isCurrent = url !== null && !isLoading && error === undefined;
  // The service knows linked accounts by their other name, too.
  return { players: isCurrent ? players : players.filter(begins), isLoading };
}

/** A text, once it has not changed for a moment; empty before, also where this code arrives amid the typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
