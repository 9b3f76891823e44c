"use client";

import useSWR, { SWRConfig } from "swr";
import type { ReactNode } from "react";
import type { RecentBody } from "@/lib/contract/activity.ts";

const REFRESH_MS = 30_000;

/** The address of the recent lookups; also the key they are shared by. */
const RECENT_URL = "/api?recent=1";

/** The recent lookups and their statistics, fetched again and again while the page is seen. */
export function useActivity(): RecentBody | undefined {
  const { data } = useSWR<RecentBody>(RECENT_URL, fetchActivity, {
    refreshInterval: REFRESH_MS,
    focusThrottleInterval: REFRESH_MS,
    // What is shown stays when the service cannot be asked.
    shouldRetryOnError: false,
  });
  return data;
}

async function fetchActivity(url: string): Promise<RecentBody> {
  const response = await fetch(url, { cache: "no-cache" });
  const body: unknown = await response.json();
  if (!isRecentBody(body)) throw new Error("The answer is not what the contract says.");
  return body;
}

/** By hand, as the contract's schemas weigh more than the rest of the page. */
function isRecentBody(body: unknown): body is RecentBody {
  const { recent, stats } = (body ?? {}) as Partial<RecentBody>;
  return (
    Array.isArray(recent) &&
    recent.every(
      (player) =>
        typeof player?.username === "string" &&
        typeof player.head_url === "string" &&
        typeof player.id === "string",
    ) &&
    typeof stats?.lookups_total === "number" &&
    typeof stats.players_total === "number" &&
    typeof stats.cache_hit_ratio_24h === "number"
  );
}

interface ActivityProviderProps {
  /** What the server knew; null when it could not be asked. */
  activity: RecentBody | null;
  children: ReactNode;
}

/** Lets the page show the recent lookups at once, before the browser asks for newer ones. */
export function ActivityProvider({ activity, children }: ActivityProviderProps) {
  const fallback = activity === null ? {} : { [RECENT_URL]: activity };
  return <SWRConfig value={{ fallback }}>{children}</SWRConfig>;
}
