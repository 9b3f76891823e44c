import "server-only";
import { headers } from "next/headers";
import { secondsUntil, type LookupFailure } from "@/app/_components/player/lookup-failure.ts";
import { recentBody, type RecentLookup } from "@/lib/contract/status.ts";
import { errorBody } from "@/lib/contract/errors.ts";
import type { HistoryBody, ProfileBody } from "@/lib/contract/profile.ts";
import { internalRequest } from "@/lib/http/request.ts";
import {
  gatherReplies,
  jsonIn,
  mainTarget,
  repliesOfRender,
  type PageReplies,
  type PageReply,
  type PageWithData,
} from "@/lib/site/page-data.ts";

/**
 * The responses of the API for a page. Our front server has them already, see `server/pages.ts`; elsewhere
 * the API is in this process. Of the visitor's request, only the IP address is passed on, for the rate limits.
 */
export async function repliesFor<Name extends PageWithData>(
  name: Name,
  id = "",
): Promise<PageReplies<Name>> {
  const given = repliesOfRender();
  if (given !== undefined) return given as PageReplies<Name>;
  const fields = await headers();
  // Imported only here: it opens the stores, which the thread that renders pages must not do.
  const { addressIn } = await import("./api-handler.ts");
  const { services } = await import("@/lib/services.ts");
  const clientAddress = addressIn(fields);
  const replyTo = async (target: string): Promise<PageReply> => {
    const { api } = services();
    const reply = await api.replyTo(internalRequest(target, { clientAddress }));
    return { ...reply, body: Buffer.from(reply.body ?? "") };
  };
  return gatherReplies(name, id, await replyTo(mainTarget(name, id)), replyTo);
}

/** The profile in a response of `/api`, or why there is none. */
export function profileIn(
  reply: PageReply,
): { profile: ProfileBody } | (LookupFailure & { status: number }) {
  const { status, headers: replied } = reply;
  if (status === 200) return { profile: jsonIn(reply) as ProfileBody };
  const { code, former } = errorBody.parse(jsonIn(reply));
  return { code, former, status, retryAfter: secondsUntil(replied["retry-after"]) };
}

/** The history in a response of `/api/history`; null when it is unavailable. */
export function historyIn(reply: PageReply | null): HistoryBody | null {
  return reply?.status === 200 ? (jsonIn(reply) as HistoryBody) : null;
}

/** The players in a response with the recent lookups. */
export function playersIn(reply: PageReply | null): RecentLookup[] {
  const recent = reply && recentBody.safeParse(jsonIn(reply));
  return recent?.success ? recent.data.recent : [];
}
