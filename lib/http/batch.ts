import type { BatchBody } from "../contract/profile.ts";
import { ApiError } from "../contract/errors.ts";
import { identifierKey, parseIdentifier } from "../contract/identifiers.ts";
import { batchQuery, MAX_BATCH, parseQuery } from "../contract/queries.ts";
import { profileUrl } from "../contract/urls.ts";
import { entityTag, freshnessHeaders, unlessKnown } from "./caching.ts";
import { jsonReply, NO_STORE, notCached, type Reply } from "./reply.ts";
import { internalRequest, type ApiRequest, type Handler } from "./request.ts";

type Result = BatchBody["results"][number];

/**
 * `GET /api/batch?usernames=a,b`: the responses of `/api` for several players, in their order.
 * @param handle Handles a request to `/api`, from memory where it can.
 */
export function createBatchHandler(
  { staleSeconds }: { staleSeconds: number },
  handle: (request: ApiRequest) => Promise<Reply>,
): Handler {
  return async (request) => {
    const { usernames = [], type } = parseQuery(request.search, batchQuery);
    if (usernames.every((username) => username.trim() === "")) throw missing();
    /** Apart from texts that name no player, which could be spelled like a key. */
    const ofPlayers = new Map<string, Promise<Reply>>();
    const ofOthers = new Map<string, Promise<Reply>>();
    const replyFor = (username: string) => {
      const identifier = parseIdentifier(username, true);
      // All spellings of one player have one key.
      const [sent, key] =
        identifier === null ? [ofOthers, username] : [ofPlayers, identifierKey(identifier)];
      const target = profileUrl(username, { type });
      const reply =
        sent.get(key) ?? handle(internalRequest(target, { ...request, priority: "batch" }));
      sent.set(key, reply);
      return reply;
    };
    const replies = await Promise.all(usernames.map(replyFor));
    if (replies.some(({ status }) => status === 204)) return notCached();

    const results = replies.map(({ status, body }, index) => {
      const its = JSON.parse(Buffer.from(body ?? "").toString()) as object;
      return { username: usernames[index], status, ...its } as Result;
    });
    const body: BatchBody = { success: true, results };
    const headers = { ...cachingOf(replies, staleSeconds), etag: tagOf(body) };
    return unlessKnown(request, jsonReply(200, body, headers));
  };
}

/** Caches may keep a batch as long as each response in it, and not at all if one must not be kept. */
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

/** NaN for a response that must not be kept. */
function maxAgeOf({ headers }: Reply): number {
  return Number(/\bmax-age=(\d+)/.exec(headers["cache-control"] ?? "")?.[1]);
}

/** Weak, since it ignores whether the responses came from the cache. */
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
