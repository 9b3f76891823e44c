import "server-only";
import { secondsUntil, type LookupFailure } from "@/app/_components/player/lookup-failure.ts";
import { recentBody, type RecentLookup } from "@/lib/contract/status.ts";
import { errorBody } from "@/lib/contract/errors.ts";
import type { HistoryBody, ProfileBody } from "@/lib/contract/profile.ts";
import { historyUrl, profileUrl } from "@/lib/contract/urls.ts";
import { RECENT } from "@/site/pages/page-data.ts";
import { askApi } from "./api.ts";

/** The profile of a player, or why there is none. */
export async function profileOf(
  id: string,
): Promise<{ profile: ProfileBody } | (LookupFailure & { status: number })> {
  const response = await askApi(profileUrl(id));
  const { status } = response;
  if (status === 200) return { profile: (await response.json()) as ProfileBody };
  const { code, former, reason } = errorBody.parse(await response.json());
  const retryAfter = secondsUntil(response.headers.get("retry-after"));
  return { code, former, reason, status, retryAfter };
}

/** The history of a player; null when it is unavailable. */
export async function historyOf(id: string): Promise<HistoryBody | null> {
  const response = await askApi(historyUrl(id));
  return response.ok ? ((await response.json()) as HistoryBody) : null;
}

/** The players that were looked up last. */
export async function recentPlayers(): Promise<RecentLookup[]> {
  const recent = recentBody.safeParse(await (await askApi(RECENT)).json());
  return recent.success ? recent.data.recent : [];
}
