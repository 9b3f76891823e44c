import useSWR from "swr";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { RecentBody } from "@/lib/contract/status.ts";
import { lookupIdInUrl } from "@/lib/site/player-path.ts";
import { isKnownPlayer, type KnownPlayer } from "../lookup/known-player.ts";

const REFRESH_MS = 30_000;
const NONE: readonly RecentPlayer[] = [];

interface RecentPlayer extends KnownPlayer {
  key: string;
  id: string;
}

/** The recent lookups, none until the first response, fetched again while the page is visible. */
export function useRecentPlayers(rules: NameRules): readonly RecentPlayer[] {
  const { data = NONE } = useSWR("/api?recent=1", (url) => fetchRecent(url, rules), {
    refreshInterval: REFRESH_MS,
    focusThrottleInterval: REFRESH_MS / 2,
    // The next refresh may succeed.
    shouldRetryOnError: false,
  });
  return data;
}

/** Checked by hand: the contract's schemas are larger than the rest of the page. */
async function fetchRecent(url: string, rules: NameRules): Promise<readonly RecentPlayer[]> {
  const response = await fetch(url, { cache: "no-cache" });
  const body = (await response.json()) as RecentBody;
  const players = body.recent.map((lookup) => ({
    key: `${lookup.edition} ${lookup.id}`,
    username: lookup.username,
    id: lookupIdInUrl(lookup, rules),
    editions: lookup.editions,
    headUrl: lookup.head_url || null,
  }));
  if (!players.every(isKnownPlayer)) throw new Error("The response does not match the contract.");
  return players;
}
