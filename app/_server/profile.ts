import "server-only";
import { headers } from "next/headers";
import { secondsUntil, type LookupFailure } from "@/app/_components/player/lookup-failure.ts";
import { recentBody } from "@/lib/contract/status.ts";
import { errorBody } from "@/lib/contract/errors.ts";
import type { HistoryBody, ProfileBody } from "@/lib/contract/profile.ts";
import { historyUrl, profileUrl } from "@/lib/contract/urls.ts";
import { pageReplies, type PageReply } from "@/lib/http/page-host.ts";

/** The profile that `/api` would give this visitor. Never throws for an error of the API. */
export async function profileFor(
  username: string,
): Promise<{ profile: ProfileBody } | (LookupFailure & { status: number })> {
  const { status, headers: replied, json } = await fetchJson(profileUrl(username));
  if (status === 200) return { profile: json as ProfileBody };
  const { code, former } = errorBody.parse(json);
  return { code, former, status, retryAfter: secondsUntil(replied["retry-after"]) };
}

/** A player's `/api/history`; null when it is unavailable. Never throws. */
export async function historyFor(username: string): Promise<HistoryBody | null> {
  const { status, json } = await fetchJson(historyUrl(username));
  return status === 200 ? (json as HistoryBody) : null;
}

/** The names of the recent lookups. Never throws. */
export async function recentNames(): Promise<string[]> {
  const recent = recentBody.safeParse((await fetchJson("/api?recent=1")).json);
  return recent.success ? recent.data.recent.map(({ username }) => username) : [];
}

/** Sends a request to the API of this service and parses the response. */
export async function fetchJson(target: string) {
  const { body, ...reply } = await fetchFromService(target);
  const json: unknown = JSON.parse(new TextDecoder().decode(body));
  return { ...reply, json };
}

/**
 * Sends a request to the API of this service. Our front server has sent it already, see
 * `server/page-store.ts`; elsewhere the API is in this process. Of the visitor's request, only the IP
 * address is passed on, for the rate limits.
 */
export async function fetchFromService(target: string): Promise<PageReply> {
  const replies = pageReplies();
  if (replies !== undefined) {
    const reply = replies.get(target);
    if (reply === undefined) throw new Error(`The front server did not request ${target}.`);
    return reply;
  }
  const fields = await headers();
  // Imported only here: it opens the stores, which the worker thread must not do.
  const { GET } = await import("./api-handler.ts");
  const request = new Request(new URL(target, "http://localhost"));
  request.headers.set("x-forwarded-for", fields.get("x-forwarded-for") ?? "unknown");
  const response = await GET(request);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
