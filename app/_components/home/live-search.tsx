"use client";

import type { NameRules } from "@/lib/contract/identifiers.ts";
import { useState } from "react";
import { Combobox } from "../lookup/combobox.tsx";
import { hasNote, LookupStatus, Note } from "../lookup/lookup-note.tsx";
import type { FoundPlayer } from "../lookup/known-player.ts";
import { storeSearch } from "../lookup/searches.ts";
import { Requests } from "../requests.tsx";
import { useSuggestions, type Query } from "../lookup/use-suggestions.ts";
import { exampleFound } from "./example-player.ts";
import { Figure } from "./player-figure.tsx";
import { Result } from "./result.tsx";
import { Tiles } from "./tiles.tsx";

export interface LiveSearchProps {
  query: Query;
  onQuery: (query: Query) => void;
  nameRules: NameRules;
  /** The URL of this instance. */
  base: string;
}

/** Shows what the search offers and finds while the visitor types. */
export function LiveSearch(props: LiveSearchProps) {
  return (
    <Requests>
      <Search {...props} />
    </Requests>
  );
}

function Search({ query, onQuery, nameRules, base }: LiveSearchProps) {
  const suggestions = useSuggestions(query, nameRules);
  const player = useShownPlayer(suggestions.found[0]);
  return (
    <>
      <Combobox suggestions={suggestions} nameRules={nameRules} onQuery={onQuery} />
      <LookupStatus suggestions={suggestions} />
      {query.text !== "" && (
        <>
          <Result
            player={player}
            note={hasNote(suggestions.state) ? <Note suggestions={suggestions} /> : undefined}
            isPending={suggestions.state === "pending"}
            onOpen={() => storeSearch(player)}
          />
          <Figure player={player} />
          <Tiles player={player} base={base} />
        </>
      )}
    </>
  );
}

/** The player who was found; while there is none, the one before. */
function useShownPlayer(found: FoundPlayer | undefined): FoundPlayer {
  const [shown, setShown] = useState(exampleFound);
  if (found !== undefined && keyOf(found) !== keyOf(shown)) setShown(found);
  return shown;
}

function keyOf({ username, uuid, xuid, hasCape, headUrl }: FoundPlayer): string {
  return JSON.stringify([username, uuid, xuid, hasCape, headUrl]);
}
