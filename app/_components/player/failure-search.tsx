"use client";

import { lazy } from "react";

const SearchBox = lazy(async () => {
  const { SearchBox: Box } = await import("../lookup/lookup.tsx");
  return { default: Box };
});

/** The search on pages without a player. Players' pages have a plain form and need not load it. */
export function FailureSearch({ searched }: { searched: string }) {
  return <SearchBox searched={searched} />;
}
