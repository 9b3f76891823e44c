"use client";

import { startTransition, useState, type ReactNode } from "react";
import type { Query } from "../lookup/use-suggestions.ts";
import { useCode, useIsIdle } from "../use-code.ts";
import type { LiveSearchProps } from "./live-search.tsx";

interface SearchStageProps extends Pick<LiveSearchProps, "nameRules" | "base"> {
  /** What is shown while the box is empty. */
  children: ReactNode;
}

const load = () => import("./live-search.tsx");

/** The server's example, until something is in the box. */
export function SearchStage({ children, ...own }: SearchStageProps) {
  const { code } = useCode(load, useIsIdle());
  const [query, setQuery] = useState<Query>({ text: "", isWhole: false });
  // A letter is on the screen at once; what it changes may come after it.
  const onQuery = (next: Query) => startTransition(() => setQuery(next));
  return (
    <>
      {query.text === "" && children}
      {code && <code.LiveSearch {...own} query={query} onQuery={onQuery} />}
    </>
  );
}
