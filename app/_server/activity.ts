import "server-only";
import { recentBody, type RecentBody } from "@/lib/contract/activity.ts";
import { askService } from "./profile.ts";

/** The recent lookups and their statistics; null when they cannot be had. */
export async function recentActivity(): Promise<RecentBody | null> {
  const response = await askService("/api?recent=1");
  const body = recentBody.safeParse(await response.json().catch(() => null));
  return body.success ? body.data : null;
}
