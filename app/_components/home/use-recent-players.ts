"use client";

import useSWR from "swr";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { RecentBody } from "@/lib/contract/status.ts";
import { listed, type ListedPlayer } from "../player-list.tsx";
import type { Loaded } from "../requests.tsx";

const REFRESH_MS = 30_000;
const OPTIONS = {
  refreshInterval: REFRESH_MS,
  focusThrottleInterval: REFRESH_MS / 2,
  // The next refresh may succeed.
  shouldRetryOnError: false,
};

/** The recent lookups, none until the first response, fetched again while the page is visible. */
export function useRecentPlayers(rules: NameRules): readonly ListedPlayer[] {
  const { data } = useSWR<Loaded<RecentBody>>("/api?recent=1", OPTIONS);
  return listed(data?.body.recent ?? [], rules);
}
