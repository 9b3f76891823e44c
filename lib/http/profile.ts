import { NotCached } from "../cache/cache.ts";
import type { Activity, LookedUpPlayer } from "../activity/activity.ts";
import { ApiError } from "../contract/errors.ts";
import { identifierKey, type PlayerIdentifier } from "../contract/identifiers.ts";
import { headUrl } from "../contract/urls.ts";
import type { ProfileBody } from "../contract/profile.ts";
import { lookupQuery, parseQuery, requirePlayer, type LookupType } from "../contract/queries.ts";
import type { ClientKeys } from "../limits/client.ts";
import { REFRESH_SECONDS, type Grant, type RefreshLimit } from "../limits/refresh-limit.ts";
import type { Lookup, PlayerResult } from "../players/lookup.ts";
import type { FormerNames } from "../players/former-names.ts";
import { buildProfile, type BuiltProfile } from "../players/profile.ts";
import { isFound } from "../players/resolver.ts";
import { entityTag, freshnessHeaders, taggedReply } from "./caching.ts";
import { NO_STORE, type Reply } from "./reply.ts";
import { callerOf, type ApiRequest } from "./request.ts";

export interface ProfileServices {
  lookup: Lookup;
  refreshLimit: RefreshLimit;
  clientKeys: ClientKeys;
  formerNames: FormerNames;
  activity: Activity;
  /** Whether a player may be listed among the recent lookups. */
  isListed: (id: string) => boolean;
  /** Resolves once no process serves anything that was invalidated. */
  settled(): Promise<void>;
  /** How long caches may serve a response while this service fails. */
  staleSeconds: number;
}

/** `GET /api?username=…`: the JSON profile of a player. */
export function createProfileHandler(services: ProfileServices) {
  const { lookup, activity, isListed, staleSeconds } = services;

  return async (request: ApiRequest): Promise<Reply> => {
    const query = parseQuery(request.search, lookupQuery);
    const identifier = requirePlayer(query);
    const onlyIfCached = request.onlyIfCached === true;
    const caller = callerOf(request);
    const result = query.update
      ? await refresh(services, identifier, query.type, request)
      : await lookup(identifier, { type: query.type, caller, onlyIfCached }).catch(nullIfNotCached);
    if (result === null) return notCached();
    const build = () => profileIn(services, result, identifier, query.type);
    const { body, freshUntil, subjects } = await (query.update ? uncached(build) : build());
    const players = lookedUp(body, isListed);
    activity.record(players, body.cached);
    const headers = {
      ...freshnessHeaders({ ...body, freshUntil }, staleSeconds),
      ...(query.update && { "cache-control": NO_STORE }),
      etag: tagOf("profile", body),
    };
    const onHit = () => activity.record(players, true);
    const isCacheable = !query.update && !body.stale && body.cached;
    return taggedReply(request, body, headers, isCacheable && { freshUntil, subjects, onHit });
  };
}

/**
 * The profile of a player who was looked up. "Not found" names the players who had the name.
 * @throws ApiError
 */
export async function profileIn(
  { formerNames }: Pick<ProfileServices, "formerNames">,
  result: PlayerResult,
  identifier: PlayerIdentifier,
  type: LookupType,
): Promise<BuiltProfile> {
  const found = isFound(result.java) || isFound(result.bedrock);
  return buildProfile(result, found ? [] : await formerNames.of(identifier, type));
}

export function nullIfNotCached(error: unknown): null {
  if (error instanceof NotCached) return null;
  throw error;
}

/**
 * For `only-if-cached`, when nothing fresh is cached. Not the 504 of RFC 9111: browsers report that as
 * a failure, and a reverse proxy may mark the service as down.
 */
export function notCached(): Reply {
  return { status: 204, headers: { "cache-control": NO_STORE }, body: null };
}

/** Errors of a refresh must not be cached: the next request has to look the player up again. */
async function uncached<Value>(build: () => Promise<Value>): Promise<Value> {
  try {
    return await build();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, retryAfterSeconds, former, cause } = error;
    throw new ApiError(code, message, {
      former,
      cause,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}

/** `cached` tells how the response came about, not what it says, so the weak tag ignores it. */
export function tagOf(kind: string, body: { cached: boolean }): string {
  return `W/${entityTag(kind, JSON.stringify({ ...body, cached: undefined }))}`;
}

/** The players of a profile who may be listed, Java first. Linked accounts are one player. */
function lookedUp(
  { java, bedrock }: ProfileBody,
  isListed: ProfileServices["isListed"],
): LookedUpPlayer[] {
  const players: LookedUpPlayer[] = [];
  const isLinked = java !== undefined && bedrock?.linked === true;
  const listsJava = java !== undefined && isListed(java.uuid);
  const listsBedrock = bedrock !== undefined && isListed(bedrock.xuid_decimal);
  if (isLinked && !(listsJava && listsBedrock)) return players;
  if (listsJava) {
    const { username, uuid: id, head_url } = java;
    const own = { username, edition: "java", id, head_url: head_url ?? "" } as const;
    players.push({ ...own, editions: isLinked ? ["java", "bedrock"] : ["java"] });
  }
  if (listsBedrock && !isLinked) {
    const { gamertag: username, xuid_decimal: id } = bedrock;
    const head_url = headUrl({ username: id, type: "bedrock" });
    players.push({ username, edition: "bedrock", editions: ["bedrock"], id, head_url });
  }
  return players;
}

/**
 * A forced refresh takes one grant of the client and one of the profile, whichever identifier was
 * used; each has one per hour. When the upstreams fail, the grants are given back.
 */
async function refresh(
  { lookup, refreshLimit, clientKeys, settled }: ProfileServices,
  identifier: PlayerIdentifier,
  type: LookupType,
  request: ApiRequest,
): Promise<PlayerResult> {
  const grants: Grant[] = [];
  const take = async (limit: "client" | "player", keys: string[]) => {
    const result = await refreshLimit.take(keys);
    if (!result.granted) throw rateLimited(limit, result.retryAfterSeconds);
    grants.push(result);
  };
  const giveBack = () => Promise.all(grants.map((grant) => grant.giveBack()));

  try {
    await take("client", [`client:${await clientKeys.keyOf(request.clientAddress)}`]);
    const caller = callerOf(request, "refresh");
    const known = await lookup(identifier, { type, caller });
    await take(
      "player",
      profileKeys(identifier, known).map((key) => `profile:${key}`),
    );
    const isNew = foundEntries(known).some(({ cached }) => !cached);
    const result = isNew ? known : await lookup(identifier, { type, caller, refresh: true });
    if (!wasRefreshed(result)) await giveBack();
    await settled();
    return result;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

function profileKeys(identifier: PlayerIdentifier, { java, bedrock }: PlayerResult): string[] {
  const keys = [
    ...(isFound(java) ? [`java:${java.entry.value.uuid}`] : []),
    ...(isFound(bedrock) ? [`bedrock:${bedrock.entry.value.xuid}`] : []),
  ];
  return keys.length > 0 ? keys : [identifierKey(identifier)];
}

/** Something was fetched, or every edition that was requested said "not found". */
function wasRefreshed(result: PlayerResult): boolean {
  const found = foundEntries(result);
  if (found.length > 0) return found.some(({ failure }) => failure === undefined);
  return result.java.kind !== "failed" && result.bedrock.kind !== "failed";
}

function foundEntries({ java, bedrock }: PlayerResult) {
  return [...(isFound(java) ? [java.entry] : []), ...(isFound(bedrock) ? [bedrock.entry] : [])];
}

function rateLimited(limit: "client" | "player", seconds: number): ApiError {
  const wait = inMinutes(Math.ceil(seconds / 60));
  const ago = inMinutes(Math.floor((REFRESH_SECONDS - seconds) / 60));
  const reason =
    limit === "client"
      ? "You have used this hour's refresh."
      : `This player was refreshed ${ago} ago.`;
  return new ApiError(
    "RATE_LIMITED",
    `${reason} Wait ${wait}, or leave out update=true to get the cached profile.`,
    {
      limit,
      retryAfterSeconds: seconds,
      headers: {
        "ratelimit-policy": `"refresh";q=1;w=${REFRESH_SECONDS}`,
        ratelimit: `"refresh";r=0;t=${seconds}`,
      },
    },
  );
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
