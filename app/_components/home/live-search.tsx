"use client";

import type { NameRules } from "@/lib/contract/identifiers.ts";
import { Combobox } from "../lookup/combobox.tsx";
import { hasNote, LookupStatus, Note } from "../lookup/lookup-note.tsx";
import type { FoundPlayer } from "../lookup/known-player.ts";
import { storeSearch } from "../lookup/searches.ts";
import { useSuggestions, type Query } from "../lookup/use-suggestions.ts";
import { Figure } from "./player-figure.tsx";
import { Result } from "./result.tsx";
import { Tiles } from "./tiles.tsx";

export interface LiveSearchProps {
  query: Query;
  onQuery: (query: Query) => void;
  nameRules: NameRules;
  /** The URL of this instance. */
  base: string;
  /** The angle from which the player is seen. */
  yaw: number;
}

/** Shows what the search offers and finds while the visitor types. */
export function LiveSearch({ query, onQuery, nameRules, base, yaw }: LiveSearchProps) {
  const suggestions = useSuggestions(query, nameRules);
  const { state, text, found, canLookUp } = suggestions;
  const player = found[0] ?? stranger(text);
  const isKnown = found.length > 0;
  return (
    <>
      <Combobox suggestions={suggestions} nameRules={nameRules} onQuery={onQuery} />
      <LookupStatus suggestions={suggestions} />
      {query.text !== "" && (
        <>
          <Result
            player={player}
            note={hasNote(state) ? <Note suggestions={suggestions} /> : undefined}
            isPending={state === "pending"}
            canOpen={isKnown || canLookUp}
            onOpen={() => isKnown && storeSearch(player)}
          />
          <Figure player={player} yaw={yaw} />
          <Tiles player={player} base={base} />
        </>
      )}
    </>
  );
}

/** No name is longer: what else is typed there is cut. */
const LONGEST_NAME = 25;

/** A player of whom nothing is known but what was typed. */
function stranger(text: string): FoundPlayer {
  const username = text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
  return { username, editions: [], headUrl: null, hasCape: false };
}
