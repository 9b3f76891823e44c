"use client";

import { lazy } from "react";

const SearchBox = lazy(async () => ({ default: (await import("../lookup/lookup.tsx")).SearchBox }));

/**
 * The search on pages without a player. Players' pages have a plain form and need not load it. A function,
 * since a lazy component cannot be the export of a client module.
 */
export function FailureSearch(props: { searched: string; anyName: boolean }) {
  return <SearchBox {...props} />;
}
