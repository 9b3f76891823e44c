import type { HistoryBody, Edition, NameHistoryEntry, Warning } from "../contract/profile.ts";
import { historyQuery, parseQuery } from "../contract/queries.ts";
import type { History } from "../players/history.ts";
import { PARTIAL_FRESH_MS } from "../players/profile.ts";
import { freshReply } from "./caching.ts";
import { cachedProfile, tagOf, type ProfileServices } from "./profile.ts";
import { jsonReply, type Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

export interface HistoryServices extends ProfileServices {
  history: History;
}

/** `GET /api/history?username=…`: the names, skins and capes that a player was seen with. */
export function createHistoryHandler(services: HistoryServices) {
  const { history, staleSeconds } = services;

  return async (request: ApiRequest): Promise<Reply> => {
    const query = parseQuery(request.search, historyQuery, services.anyName);
    const profile = await cachedProfile(services, request, query);
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
    const until = unread.length > 0 ? Date.now() + PARTIAL_FRESH_MS : Infinity;
    const freshUntil = Math.min(profile.freshUntil, until);
    const reply = jsonReply(200, body, { etag: tagOf("history", body) });
    return freshReply(request, reply, { ...profile, ...freshness, freshUntil }, staleSeconds);
  };
}
