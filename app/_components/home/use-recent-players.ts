import useSWR from "swr";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { RecentBody } from "@/lib/contract/status.ts";
import { isKnownPlayer } from "../lookup/known-player.ts";
import { listed, type ListedPlayer } from "../player-list.tsx";

const REFRESH_MS = 30_000;
const NONE: readonly ListedPlayer[] = [];

/** The recent lookups, none until the first response, fetched again while the page is visible. */
export function useRecentPlayers(rules: NameRules): readonly ListedPlayer[] {
  const { data = NONE } = useSWR("/api?recent=1", (url) => fetchRecent(url, rules), {
    refreshInterval: REFRESH_MS,
    focusThrottleInterval: REFRESH_MS / 2,
    // The next refresh may succeed.
    shouldRetryOnError: false,
  });
  return data;
}

/** Checked by hand: the contract's schemas are larger than the rest of the page. */
async function fetchRecent(url: string, rules: NameRules): Promise<readonly ListedPlayer[]> {
  const response = await fetch(url, { cache: "no-cache" });
  const body = (await response.json()) as RecentBody;
  const players = body.recent.map((lookup) => listed(lookup, rules));
  if (!players.every(isKnownPlayer)) throw new Error("The response does not match the contract.");
  return players;
}
