import type { BatchBody } from "../contract/profile.ts";
import { ApiError } from "../contract/errors.ts";
import { identifierKey, parseIdentifier } from "../contract/identifiers.ts";
import { batchQuery, MAX_BATCH, parseQuery, type LookupType } from "../contract/queries.ts";
import { profileUrl } from "../contract/urls.ts";
import { entityTag, freshnessHeaders, matchesTag } from "./caching.ts";
import { notCached } from "./profile.ts";
import { jsonReply, NO_STORE, type Reply } from "./reply.ts";
import { splitOnce, type ApiRequest, type Handler } from "./request.ts";

type Result = BatchBody["results"][number];

/**
 * `GET /api/batch?usernames=a,b`: what `/api` answers for each of several players, in their order.
 * @param answer Answers a request to `/api`, from memory where it can.
 */
export function createBatchHandler(
  { staleSeconds }: { staleSeconds: number },
  answer: (request: ApiRequest) => Promise<Reply>,
): Handler {
  return async (request) => {
    const { usernames = [], type } = parseQuery(request.search, batchQuery);
    if (usernames.every((username) => username.trim() === "")) throw missing();
    const answers = new Map<string, Promise<Reply>>();
    const asked = usernames.map((username) => {
      const key = keyOf(username);
      const its = answers.get(key) ?? answer(requestFor(request, username, type));
      answers.set(key, its);
      return its;
    });
    const replies = await Promise.all(asked);
    if (replies.some(({ status }) => status === 204)) return notCached();

    const results = replies.map(({ status, body }, index) => {
      const its = JSON.parse(Buffer.from(body ?? "").toString()) as object;
      return { username: usernames[index], status, ...its } as Result;
    });
    const body: BatchBody = { success: true, results };
    const headers = { ...cachingOf(replies, staleSeconds), etag: tagOf(body) };
    if (matchesTag(request.ifNoneMatch, headers.etag)) return { status: 304, headers, body: null };
    return jsonReply(200, body, headers);
  };
}

/** All spellings of one player have one key. */
function keyOf(username: string): string {
  const identifier = parseIdentifier(username);
  return identifier === null ? username : identifierKey(identifier);
}

/** The request to `/api` for one player of a batch. */
function requestFor(batch: ApiRequest, username: string, type: LookupType): ApiRequest {
  const [path, query] = splitOnce(profileUrl(username, { type }), "?");
  const search = new URLSearchParams(query);
  return {
    ...batch,
    method: "GET",
    path,
    query,
    search,
    ifNoneMatch: undefined,
    priority: "batch",
  };
}

/** Caches may keep a batch as long as each answer in it, and not at all if one must not be kept. */
function cachingOf(replies: readonly Reply[], staleSeconds: number): Record<string, string> {
  const states = replies.map(({ headers }) => headers["x-cache"]);
  const stale = states.includes("STALE");
  const cached = states.every((state) => state === "HIT");
  const state = stale ? "STALE" : cached ? "HIT" : "MISS";
  const seconds = Math.min(...replies.map(maxAgeOf));
  if (Number.isNaN(seconds)) return { "cache-control": NO_STORE, "x-cache": state };
  // An old "not found" must not outlive its time while this service fails.
  if (replies.some(({ status }) => status !== 200)) {
    return { "cache-control": `public, max-age=${seconds}`, "x-cache": state };
  }
  const now = Date.now();
  const freshUntil = now + seconds * 1_000;
  return freshnessHeaders({ freshUntil, stale, cached }, staleSeconds, now);
}

/** NaN for an answer that must not be kept. */
function maxAgeOf({ headers }: Reply): number {
  return Number(/\bmax-age=(\d+)/.exec(headers["cache-control"] ?? "")?.[1]);
}

/** Weak, since it ignores whether the answers came from the cache. */
function tagOf(body: BatchBody): string {
  const text = JSON.stringify(body, (name, value: unknown) =>
    name === "cached" ? undefined : value,
  );
  return `W/${entityTag("batch", text)}`;
}

function missing(): ApiError {
  return new ApiError(
    "MISSING_PARAMETER",
    `The usernames parameter is missing. Send up to ${MAX_BATCH} names, UUIDs, XUIDs or gamertags, separated by commas.`,
  );
}
