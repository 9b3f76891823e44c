import "server-only";
import { headers } from "next/headers";
import { secondsUntil } from "@/app/_components/player/request-refresh.ts";
import { recentBody } from "@/lib/contract/activity.ts";
import { errorBody, type ErrorBody, type ErrorCode } from "@/lib/contract/errors.ts";
import type { HistoryBody } from "@/lib/contract/history.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { historyUrl, profileUrl } from "@/lib/contract/urls.ts";
import { pageReplies, type PageReply } from "@/lib/http/page-host.ts";

/** The error codes of the API, and two for requests without a usable response. */
export type FailureCode = ErrorCode | "NETWORK_ERROR" | "UNREADABLE_ANSWER";

/** Why there is no profile. The messages have a text for each code. */
export interface LookupFailure {
  found: false;
  code: FailureCode;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
  /** With RATE_LIMITED: whose refresh of this hour is used up. */
  limit?: ErrorBody["limit"];
  /** With NOT_FOUND: players who were seen with the name. */
  former?: ErrorBody["former"];
}

/** The result of looking a name or an id up for a page. */
export type ProfileResult =
  { found: true; profile: ProfileBody } | (LookupFailure & { status: number });

/** The profile that `/api` would give this visitor. Never throws for an error of the API. */
export async function profileFor(username: string): Promise<ProfileResult> {
  const { status, headers: replied, body } = await fetchFromService(profileUrl(username));
  const json: unknown = JSON.parse(textOf(body));
  if (status === 200) return { found: true, profile: json as ProfileBody };
  const { code, former } = errorBody.parse(json);
  return {
    found: false,
    code,
    retryAfter: secondsUntil(replied["retry-after"] ?? null),
    former,
    status,
  };
}

/** A player's `/api/history`; null when it is unavailable. Never throws. */
export async function historyFor(username: string): Promise<HistoryBody | null> {
  const { status, body } = await fetchFromService(historyUrl(username));
  return status === 200 ? (JSON.parse(textOf(body)) as HistoryBody) : null;
}

/** The names of the recent lookups. Never throws. */
export async function recentNames(): Promise<string[]> {
  const { body } = await fetchFromService("/api?recent=1");
  const recent = recentBody.safeParse(JSON.parse(textOf(body)));
  return recent.success ? recent.data.recent.map(({ username }) => username) : [];
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

export function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}
