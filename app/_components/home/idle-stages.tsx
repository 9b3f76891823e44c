"use client";

import { startTransition, useState, type ReactNode } from "react";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { Query } from "../lookup/use-suggestions.ts";
import { Later, later, useIsIdle } from "../later.tsx";
import type { LiveSearchProps } from "./live-search.tsx";

/* The first screen does without these parts: their code is loaded once the browser has nothing else to do. */

interface SearchStageProps extends Pick<LiveSearchProps, "nameRules" | "base" | "yaw"> {
  /** They are shown while the box is empty. */
  children: ReactNode;
}

const LiveSearch = later(async () => (await import("./live-search.tsx")).LiveSearch);

/** The server's example, until something is in the box. */
export function SearchStage({ children, ...props }: SearchStageProps) {
  const isIdle = useIsIdle();
  const [query, setQuery] = useState<Query>({ text: "", isWhole: false });
  // A letter is on the screen at once; what it changes may come after it.
  const onQuery = (next: Query) => startTransition(() => setQuery(next));
  return (
    <>
      {query.text === "" && children}
      {isIdle && (
        <Later>
          <LiveSearch {...props} query={query} onQuery={onQuery} />
        </Later>
      )}
    </>
  );
}

const RecentPlayers = later(async () => (await import("./recent-players.tsx")).RecentPlayers);

/** The recent lookups, which are the last on their page: what is above comes first. */
export function RecentStage({ nameRules }: { nameRules: NameRules }) {
  return (
    useIsIdle() && (
      <Later>
        <RecentPlayers nameRules={nameRules} />
      </Later>
    )
  );
}
