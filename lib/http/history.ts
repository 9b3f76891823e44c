import type { HistoryBody } from "../contract/history.ts";
import type { Edition, NameHistoryEntry, Warning } from "../contract/profile.ts";
import { historyQuery, parseQuery, requirePlayer } from "../contract/queries.ts";
import type { History } from "../players/history.ts";
import { PARTIAL_FRESH_MS } from "../players/profile.ts";
import { freshnessHeaders, taggedReply } from "./caching.ts";
import { notCached, nullIfNotCached, profileIn, tagOf, type ProfileServices } from "./profile.ts";
import type { Reply } from "./reply.ts";
import { callerOf, type ApiRequest } from "./request.ts";

export interface HistoryServices extends Pick<
  ProfileServices,
  "lookup" | "formerNames" | "staleSeconds"
> {
  history: History;
}

/** `GET /api/history?username=…`: the names, skins and capes that a player was seen with. */
export function createHistoryHandler(services: HistoryServices) {
  const { lookup, history, staleSeconds } = services;

  return async (request: ApiRequest): Promise<Reply> => {
    const query = parseQuery(request.search, historyQuery);
    const identifier = requirePlayer(query);
    const { type } = query;
    const onlyIfCached = request.onlyIfCached === true;
    const caller = callerOf(request);
    const result = await lookup(identifier, { type, caller, onlyIfCached }).catch(nullIfNotCached);
    if (result === null) return notCached();
    const profile = await profileIn(services, result, identifier, type);
    const { java, bedrock, warnings = [], success, ...freshness } = profile.body;

    const unread: Warning[] = [];
    const seen = async (edition: Edition, id: string, names: NameHistoryEntry[]) => {
      try {
        const known = await history.of(id);
        return known.observed && known.names.length === 0 ? { ...known, names } : known;
      } catch {
        const error = "The observed history could not be read.";
        unread.push({ edition, code: "BAD_GATEWAY", error });
        return { observed: true, names, skins: [], capes: [] };
      }
    };
    const [ofJava, ofBedrock] = await Promise.all([
      java && seen("java", java.uuid, java.name_history),
      bedrock &&
        seen("bedrock", bedrock.xuid_decimal, [{ name: bedrock.gamertag, changed_at: null }]),
    ]);

    const all = [...warnings, ...unread];
    const body: HistoryBody = {
      success,
      ...(java && ofJava && { java: { username: java.username, uuid: java.uuid, ...ofJava } }),
      ...(bedrock &&
        ofBedrock && {
          bedrock: {
            gamertag: bedrock.gamertag,
            xuid_decimal: bedrock.xuid_decimal,
            floodgate_uuid: bedrock.floodgate_uuid,
            ...ofBedrock,
          },
        }),
      ...freshness,
      ...(all.length > 0 && { warnings: all }),
    };
    const freshUntil =
      unread.length > 0
        ? Math.min(profile.freshUntil, Date.now() + PARTIAL_FRESH_MS)
        : profile.freshUntil;
    const headers = {
      ...freshnessHeaders({ ...body, freshUntil }, staleSeconds),
      etag: tagOf("history", body),
    };
    const cacheable = !body.stale && body.cached && { freshUntil, subjects: profile.subjects };
    return taggedReply(request, body, headers, cacheable);
  };
}
