import type { z } from "zod";
import { batchBody, type BatchBody } from "../contract/profile.ts";
import { ApiError } from "../contract/errors.ts";
import { examplePlayer } from "../contract/examples.ts";
import { identifierKey, parseIdentifier, trimmed } from "../contract/identifiers.ts";
import { batchList, batchQuery, MAX_BATCH, MAX_BATCH_BODY } from "../contract/queries.ts";
import { profileUrl } from "../contract/urls.ts";
import { cachingOfAll, UNCACHED } from "../freshness.ts";
import { entityTag, jsonReply, notCached, type Reply } from "../http/reply.ts";
import { internalRequest, type ApiRequest } from "../http/request.ts";
import { commonErrors, defineRoute } from "./route.ts";

type Result = BatchBody["results"][number];

/**
 * `GET /api/batch?usernames=a,b`, or `POST /api/batch` with a list: the responses of `/api` for several players, in their order. Each is an internal
 * request to `/api`, so that no result can differ from it.
 */
export const batch = defineRoute({
  id: "getBatch",
  query: batchQuery,
  required: ["usernames"],
  example: { usernames: `${examplePlayer.javaName},Tinker_Tess,no_such_player` },
  accepts: batchList,
  body: batchBody,
  answersOnlyIfCached: true,
  errors: ["MISSING_PARAMETER", "INVALID_PARAMETER", ...commonErrors],
  freshness: "data",
  async handle(query, request, { replyTo, nameRules, clock }) {
    const isPost = request.method === "POST";
    const {
      usernames = [],
      type,
      textures,
    } = isPost ? { ...query, ...(await listIn(request)) } : query;
    if (usernames.every((username) => trimmed(username) === "")) throw missing(isPost);
    const sent = new Map<string, Promise<Reply>>();
    const replyFor = (username: string) => {
      const identifier = parseIdentifier(username, nameRules);
      // All spellings of one player have one key, which begins with another word than "text".
      const key = identifier === null ? `text:${username}` : identifierKey(identifier);
      const target = profileUrl(username, { type, textures });
      const reply =
        sent.get(key) ?? replyTo(internalRequest(target, { ...request, priority: "batch" }));
      sent.set(key, reply);
      return reply;
    };
    const replies = await Promise.all(usernames.map(replyFor));
    if (replies.some(({ status }) => status === 204)) return notCached();

    const results = replies.map(({ status, body }, index) => {
      const content = JSON.parse(Buffer.from(body ?? "").toString()) as object;
      return { username: usernames[index], status, ...content } as Result;
    });
    const body: BatchBody = { success: true, results };
    const areAllFound = replies.every(({ status }) => status === 200);
    const cachings = replies.map(({ caching = UNCACHED }) => caching);
    return {
      ...jsonReply(200, body, { etag: tagOf(body) }),
      // An old "not found" must not outlive its time while this service fails.
      caching: isPost ? UNCACHED : cachingOfAll(cachings, areAllFound, clock.now()),
    };
  },
});

/**
 * The list in the body of a POST; undefined where the body is empty, so that the query counts.
 * @throws ApiError INVALID_PARAMETER.
 */
async function listIn(request: ApiRequest): Promise<z.infer<typeof batchQuery> | undefined> {
  const text = (await request.readBody?.(MAX_BATCH_BODY)) ?? null;
  if (text === null) throw invalidList(`The body must be at most ${MAX_BATCH_BODY} bytes long.`);
  if (trimmed(text) === "") return undefined;
  const { data } = batchList.safeParse(jsonIn(text));
  if (data === undefined) {
    throw invalidList('The body must be JSON: ["Lantern_Lou"] or {"usernames": ["Lantern_Lou"]}.');
  }
  const { usernames, ...others } = Array.isArray(data) ? { usernames: data } : data;
  if (usernames.length > MAX_BATCH) {
    throw invalidList(`usernames must name at most ${MAX_BATCH} players.`);
  }
  return { usernames, ...others } as z.infer<typeof batchQuery>;
}

/** Parses a text as JSON; undefined if it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error that depends on the body, so no cache may keep it for the URL. */
function invalidList(sentence: string): ApiError {
  return new ApiError("INVALID_PARAMETER", sentence, { isCacheable: false });
}

/** Weak, since it ignores whether the responses came from the cache. */
function tagOf(body: BatchBody): string {
  const text = JSON.stringify(body, (name, value: unknown) =>
    name === "cached" ? undefined : value,
  );
  return `W/${entityTag("batch", text)}`;
}

function missing(isPost: boolean): ApiError {
  return new ApiError(
    "MISSING_PARAMETER",
    `The usernames parameter is missing. Send up to ${MAX_BATCH} names, UUIDs, XUIDs or gamertags, separated by commas or line breaks.`,
    { isCacheable: !isPost },
  );
}
