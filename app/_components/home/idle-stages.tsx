"use client";

import { startTransition, useState, type ReactNode } from "react";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { Query } from "../lookup/use-suggestions.ts";
import { useCode, useIsIdle } from "../use-code.ts";
import type { LiveSearchProps } from "./live-search.tsx";

/* The first screen does without these parts: their code is loaded once the browser has nothing else to do. */

interface SearchStageProps extends Pick<LiveSearchProps, "nameRules" | "base"> {
  /** They are shown while the box is empty. */
  children: ReactNode;
}

const loadSearch = () => import("./live-search.tsx");

/** The server's example, until something is in the box. */
export function SearchStage({ children, ...props }: SearchStageProps) {
  const { code } = useCode(loadSearch, useIsIdle());
  const [query, setQuery] = useState<Query>({ text: "", isWhole: false });
  // A letter is on the screen at once; what it changes may come after it.
  const onQuery = (next: Query) => startTransition(() => setQuery(next));
  return (
    <>
      {query.text === "" && children}
      {code && <code.LiveSearch {...props} query={query} onQuery={onQuery} />}
    </>
  );
}

const loadRecent = () => import("./recent-players.tsx");

/** The recent lookups, which are the last on their page: what is above comes first. */
export function RecentStage({ nameRules }: { nameRules: NameRules }) {
  const { code } = useCode(loadRecent, useIsIdle());
  return code && <code.RecentPlayers nameRules={nameRules} />;
}
