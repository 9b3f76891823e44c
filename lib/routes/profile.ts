import type { z } from "zod";
import type { LookedUpPlayer } from "../activity/activity.ts";
import { ApiError } from "../contract/errors.ts";
import { identifierKey, type PlayerIdentifier } from "../contract/identifiers.ts";
import { profileBody, type Edition, type ProfileBody } from "../contract/profile.ts";
import { requirePlayer } from "../contract/parse-query.ts";
import { type historyQuery, lookupQuery } from "../contract/queries.ts";
import { cachingOf } from "../freshness.ts";
import { entityTag, httpDate, jsonReply } from "../http/reply.ts";
import { callerOf, type ApiRequest } from "../http/request.ts";
import { REFRESH_SECONDS, type Grant } from "../refresh-limit/refresh-limit.ts";
import { buildProfile } from "../players/profile.ts";
import { isFound, type PlayerResult } from "../players/resolver.ts";
import { commonErrors, defineRoute, lookupErrors, type RouteServices } from "./route.ts";

/** `GET /api?username=…`: the JSON profile of a player. */
export const profile = defineRoute({
  id: "getProfile",
  selectedBy: ["username", "uuid"],
  query: lookupQuery,
  required: ["username"],
  body: profileBody,
  isDated: true,
  answersOnlyIfCached: true,
  errors: [...lookupErrors, "RATE_LIMITED", ...commonErrors],
  freshness: "data",
  async handle(query, request, services) {
    const { activity, knownPlayers, isListed, clock } = services;
    const lookup = query.update ? refreshedProfile : cachedProfile;
    const { body, lastModified, headers, ...freshness } = await lookup(services, request, query);
    const players = await lookedUp(body, isListed);
    activity.record(players, body.cached);
    knownPlayers.note(players, ...(body.bedrock?.linked === true ? [body.bedrock.gamertag] : []));
    const { stale, cached } = body;
    const caching = cachingOf({ ...freshness, stale, cached }, clock.now());
    return {
      ...jsonReply(200, body, {
        etag: tagOf("profile", body),
        ...(lastModified !== undefined && { "last-modified": httpDate(lastModified) }),
        ...headers,
      }),
      caching: query.update ? { ...caching, policy: "none", isReusable: false } : caching,
      onHit: () => activity.record(players, true),
    };
  },
});

type Query = z.infer<typeof historyQuery> & Pick<z.infer<typeof lookupQuery>, "textures">;

/** The profile of a player, from the cache while it is fresh. @throws ApiError */
export async function cachedProfile(services: RouteServices, request: ApiRequest, query: Query) {
  const onlyIfCached = request.onlyIfCached === true;
  const result = await services.lookup(requirePlayer(query), {
    ...wantedBy(query),
    caller: callerOf(request),
    onlyIfCached,
  });
  return { ...(await profileIn(services, result, query)), headers: {} };
}

/** The parts that a lookup for a query has to find. */
function wantedBy({ type, textures }: Query) {
  return { type, signed: textures === "signed" };
}

/** @throws ApiError That must not be cached: the next request has to look the player up again. */
async function refreshedProfile(services: RouteServices, request: ApiRequest, query: Query) {
  try {
    const { result, isCounted } = await refresh(services, query, request);
    const headers = isCounted ? quotaHeaders(REFRESH_SECONDS) : {};
    return { ...(await profileIn(services, result, query)), headers };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { cached: _, freshUntil: __, ...details } = error.details;
    throw new ApiError(error.code, error.message, { ...details, cause: error.cause });
  }
}

/** "Not found" names the players who had the name. */
async function profileIn(
  { formerNames, isObserved, missingMs, offersBedrock, clock }: RouteServices,
  result: PlayerResult,
  query: Query,
) {
  const isMissing = !isFound(result.java) && !isFound(result.bedrock);
  const former = isMissing ? await formerNames.of(requirePlayer(query), query.type) : [];
  const profile = buildProfile(result, {
    now: clock.now(),
    missingMs,
    former,
    offersBedrock,
    isSigned: wantedBy(query).signed,
  });
  const { java } = profile.body;
  // Only now it is certain which accounts are linked. The record may be from before the player was excluded.
  if (java === undefined || (await isObserved(java.uuid))) return profile;
  const name_history = [{ name: java.username, changed_at: null }];
  return {
    ...profile,
    lastModified: undefined,
    body: { ...profile.body, java: { ...java, name_history } },
  };
}

/** `cached` tells how the response came about, not what it says, so the weak tag ignores it. */
export function tagOf(kind: string, body: { cached: boolean }): string {
  return `W/${entityTag(kind, JSON.stringify({ ...body, cached: undefined }))}`;
}

/** The players of a profile who may be listed, Java first. Linked accounts are one player. */
async function lookedUp(
  { java, bedrock }: ProfileBody,
  isListed: RouteServices["isListed"],
): Promise<LookedUpPlayer[]> {
  const players: LookedUpPlayer[] = [];
  const add = (username: string, edition: Edition, id: string, headUrl: string | null) =>
    players.push({ username, edition, editions: [edition], id, head_url: headUrl ?? "" });
  if (java) add(java.username, "java", java.uuid, java.head_url);
  if (bedrock) add(bedrock.gamertag, "bedrock", bedrock.xuid_decimal, bedrock.head_url);
  const mayBeListed = await Promise.all(players.map(({ id }) => isListed(id)));
  const listed = players.filter((_, index) => mayBeListed[index]);
  const [first] = players;
  if (first === undefined || players.length === 1 || bedrock?.linked !== true) return listed;
  return listed.length === 2 ? [{ ...first, editions: ["java", "bedrock"] }] : [];
}

/**
 * A forced refresh takes one grant of the client and one of the profile, whichever identifier was
 * used; each has one per hour. When the upstreams fail, or nobody is found, the grants are given back; where there is
 * none to ask, none is taken.
 */
async function refresh(
  { lookup, hasSources, refreshLimit, clientKeys, propagated }: RouteServices,
  query: Query,
  request: ApiRequest,
): Promise<{ result: PlayerResult; isCounted: boolean }> {
  const identifier = requirePlayer(query);
  const caller = callerOf(request, "refresh");
  const options = { ...wantedBy(query), caller };
  if (!hasSources(identifier, query.type)) {
    return { result: await lookup(identifier, options), isCounted: false };
  }
  const grants: Grant[] = [];
  const take = async (limit: "client" | "player", keys: string[]) => {
    const result = await refreshLimit.take(keys);
    if (!result.granted) throw rateLimited(limit, result.retryAfterSeconds);
    grants.push(result);
  };
  const giveBack = () => Promise.all(grants.map((grant) => grant.giveBack()));

  try {
    await take("client", [`client:${await clientKeys.keyOf(caller)}`]);
    // Signed textures come with the refresh: were they loaded for this, the player would count as new.
    const known = await lookup(identifier, { ...options, signed: false });
    await take(
      "player",
      profileKeys(identifier, known).map((key) => `profile:${key}`),
    );
    const isComplete = isNew(known) && (!options.signed || foundEntries(known).length === 0);
    const result = isComplete ? known : await lookup(identifier, { ...options, refresh: true });
    const isCounted = foundEntries(result).some(isLoaded);
    if (!isCounted) await giveBack();
    await propagated();
    return { result, isCounted };
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

const isLoaded = ({ failure }: { failure?: unknown }) => failure === undefined;

/** A player who was not known before, or just now everybody said "not found". */
function isNew(result: PlayerResult): boolean {
  const found = foundEntries(result);
  if (found.length > 0) return found.some(({ cached }) => !cached);
  const outcomes = [result.java, result.bedrock];
  return outcomes.every((one) => one.kind === "not-requested" || isNewEntry(one));
}

function isNewEntry(outcome: PlayerResult["java" | "bedrock"]): boolean {
  return outcome.kind === "entry" && !outcome.entry.cached && isLoaded(outcome.entry);
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
      headers: quotaHeaders(seconds),
    },
  );
}

/** Says that this hour's refresh is used, and how many seconds are left of the hour. */
function quotaHeaders(seconds: number): Record<string, string> {
  return {
    "ratelimit-policy": `"refresh";q=1;w=${REFRESH_SECONDS}`,
    ratelimit: `"refresh";r=0;t=${seconds}`,
  };
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
