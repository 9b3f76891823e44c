import type { JsonRequest } from "../contract/compat.ts";
import {
  readers,
  type CompatPlayer,
  type CompatReply,
  type JsonEndpoint,
} from "../contract/compat/json.ts";
import { ApiError } from "../contract/errors.ts";
import { editionMeant, type PlayerIdentifier } from "../contract/identifiers.ts";
import type { Edition } from "../contract/profile.ts";
import { foundPlayer, type FoundPlayer } from "../players/compat-player.ts";
import { nothingFound } from "../players/profile.ts";
import { NOT_REQUESTED, type Freshness, type PlayerResult } from "../players/resolver.ts";
import { entityTag, freshReply } from "./caching.ts";
import type { ProfileServices } from "./profile.ts";
import { errorReply, jsonReply, UNCACHED, type Reply } from "./reply.ts";
import { callerOf, type ApiRequest } from "./request.ts";

export interface CompatJsonServices extends Pick<
  ProfileServices,
  "lookup" | "staleSeconds" | "anyName" | "clock" | "missingMs"
> {
  publicUrl: string;
}

/** A player, and the account of the other edition where it is wanted. */
interface Found {
  player: CompatPlayer;
  linked: CompatPlayer | null;
  freshness: Freshness;
}

/** The JSON endpoints of other services. A failure is this service's own error, never "unknown". */
export function createCompatJsonHandler({
  lookup,
  staleSeconds,
  publicUrl,
  anyName,
  clock,
  missingMs,
}: CompatJsonServices) {
  const isName = (text: string) => readers.name(text, anyName) !== null;
  const base = publicUrl.replace(/\/+$/, "");

  /**
   * Looks in one edition after the other. Returns the error when no player has it.
   * @throws ApiError When that is not known.
   */
  const findIn = async (
    editions: readonly Edition[],
    identifier: PlayerIdentifier,
    request: ApiRequest,
    signed = false,
  ): Promise<FoundPlayer | ApiError> => {
    let result: PlayerResult = { java: NOT_REQUESTED, bedrock: NOT_REQUESTED };
    for (const type of editions) {
      const looked = await lookup(identifier, { type, caller: callerOf(request), signed });
      const found = foundPlayer(looked, { signed, base, clock });
      if (found !== null) return found;
      result = { ...result, [type]: looked[type] };
      const none = nothingFound(result, { now: clock.now(), missingMs });
      if (none.code !== "NOT_FOUND") throw none;
    }
    return nothingFound(result, { now: clock.now(), missingMs });
  };

  const find = async (
    { edition, signed, linked }: JsonEndpoint,
    identifier: PlayerIdentifier,
    request: ApiRequest,
  ): Promise<Found | ApiError> => {
    const found = await findIn(editionsOf(edition, identifier), identifier, request, signed);
    if (found instanceof ApiError) return found;
    const { player, freshness } = found;
    if (linked === undefined) return { player, linked: null, freshness };
    const other = player.bedrock === undefined ? "bedrock" : "java";
    const link = await findIn([other], found.identifier, request);
    if (!(link instanceof ApiError)) {
      return { player, linked: link.player, freshness: both(freshness, link.freshness) };
    }
    const { cached = false, freshUntil = freshness.freshUntil, tags = [] } = link.details;
    const none = { cached, freshUntil, tags, stale: false };
    return { player, linked: null, freshness: both(freshness, none) };
  };

  const bulkReply = async (
    request: ApiRequest,
    endpoint: JsonEndpoint,
    names: readonly string[],
  ): Promise<Reply> => {
    const identifiers = new Map(
      names.flatMap((name) => {
        const identifier = readers[endpoint.reads](name, anyName);
        return identifier === null ? [] : [[name.toLowerCase(), identifier] as const];
      }),
    );
    const found = await Promise.all(
      [...identifiers.values()].map((identifier) => find(endpoint, identifier, request)),
    );
    const bodies = found.flatMap((one) =>
      one instanceof ApiError ? [] : [endpoint.write({ ...one, base })],
    );
    return replyOf({ status: 200, body: bodies }, UNCACHED);
  };

  return async (request: ApiRequest, native: JsonRequest): Promise<Reply> => {
    const { endpoint, text } = native;
    if (endpoint.bulk !== undefined) {
      const names = endpoint.bulk((await request.readBody?.()) ?? null, native, isName);
      return "status" in names ? replyOf(names, UNCACHED) : bulkReply(request, endpoint, names);
    }
    const identifier = readers[endpoint.reads](text, anyName);
    if (identifier === null) {
      const { headers } = errorReply(new ApiError("INVALID_PARAMETER", ""));
      return replyOf((endpoint.invalid ?? endpoint.none)(native), headers);
    }
    const found = await find(endpoint, identifier, request);
    if (found instanceof ApiError) {
      const { headers, cacheable } = errorReply(found);
      return { ...replyOf(endpoint.none(native), headers), ...(cacheable && { cacheable }) };
    }
    const body = endpoint.write({ ...found, base }) ?? endpoint.none(native).body;
    const reply = replyOf({ status: 200, body });
    reply.headers["etag"] = entityTag("compat", String(reply.body));
    return freshReply(request, reply, found.freshness, staleSeconds);
  };
}

/** The editions in which a player is looked up, one after the other. */
function editionsOf(edition: JsonEndpoint["edition"], identifier: PlayerIdentifier): Edition[] {
  if (edition !== "floodgate") return [edition];
  // An old Java name may begin with a dot.
  return editionMeant(identifier) === "bedrock" ? ["bedrock", "java"] : ["java"];
}

function both(one: Freshness, other: Freshness): Freshness {
  return {
    cached: one.cached && other.cached,
    stale: one.stale || other.stale,
    freshUntil: Math.min(one.freshUntil, other.freshUntil),
    tags: [...new Set([...one.tags, ...other.tags])],
  };
}

/** A reply in the form of the other service; its type is that of its body. */
function replyOf({ status, body }: CompatReply, caching: Record<string, string> = {}): Reply {
  const { "content-type": _, ...headers } = caching;
  if (body === undefined) return { status, headers, body: "" };
  if (typeof body !== "string") return jsonReply(status, body, headers);
  const type = { "content-type": "text/plain; charset=utf-8" };
  return { status, headers: { ...type, ...headers }, body };
}
