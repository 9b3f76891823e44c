import "server-only";
import { headers } from "next/headers";
import { readAnswer, type LookupFailure } from "@/app/_components/lookup/read-answer.ts";
import { recentBody, type RecentBody } from "@/lib/contract/activity.ts";
import { ERRORS } from "@/lib/contract/errors.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { profileUrl } from "@/lib/contract/urls.ts";
import { pageHost } from "@/lib/http/page-host.ts";

/** What a page gets for a name or an id. */
export type ProfileAnswer =
  | { found: true; profile: ProfileBody; /** Unix milliseconds. */ answeredAt: number }
  | (LookupFailure & { status: number });

/** The profile that `/api` would give this visitor. Never throws for what the API answers. */
export async function profileFor(username: string): Promise<ProfileAnswer> {
  const response = await askService(profileUrl(username));
  const result = readAnswer(await response.text(), response.headers.get("retry-after"));
  if (result.found) return { ...result, answeredAt: Date.now() };
  return { ...result, status: result.code in ERRORS ? response.status : 502 };
}

/** The recent lookups and their statistics; null when they cannot be had. */
export async function recentActivity(): Promise<RecentBody | null> {
  const response = await askService("/api?recent=1");
  const body = recentBody.safeParse(await response.json().catch(() => null));
  return body.success ? body.data : null;
}

/**
 * Asks this very service. Where a front server stands before Next, pages are drawn in a thread
 * beside it and ask through its host; elsewhere the service is in this process. Nothing of the
 * visitor's request goes along but the address, to which the request is counted.
 */
export async function askService(target: string): Promise<Response> {
  const forwardedFor = (await headers()).get("x-forwarded-for") ?? "unknown";
  const host = pageHost();
  if (host !== undefined) {
    // The front wrote this header anew: it is the address itself.
    const { status, headers: fields, body } = await host.ask({ target, client: forwardedFor });
    return new Response(Buffer.from(body), { status, headers: fields });
  }
  // Loaded here, as with it come the stores, which the thread beside the front must not open.
  const { answer } = await import("./answer.ts");
  const request = new Request(new URL(target, "http://localhost"));
  request.headers.set("x-forwarded-for", forwardedFor);
  return answer(request);
}

/**
 * Sets the status of the page that is being drawn. Next knows no way to do so: where it runs alone
 * the status stays 200, and the page has to say itself that it is not to be indexed.
 */
export function setPageStatus(status: number): void {
  pageHost()?.setStatus(status);
}
