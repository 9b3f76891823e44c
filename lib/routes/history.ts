import {
  historyBody,
  type HistoryBody,
  type Edition,
  type NameHistoryEntry,
  type Warning,
} from "../contract/profile.ts";
import { historyQuery } from "../contract/queries.ts";
import { cachingOf, FRESH_MS } from "../freshness.ts";
import { jsonReply } from "../http/reply.ts";
import { parseIdentifier } from "../contract/identifiers.ts";
import { cachedProfile, tagOf } from "./profile.ts";
import { commonErrors, defineRoute, lookupErrors } from "./route.ts";

/** `GET /api/history?username=…`: the names, skins and capes that a player was seen with. */
export const history = defineRoute({
  id: "getHistory",
  query: historyQuery,
  required: ["username"],
  body: historyBody,
  answersOnlyIfCached: true,
  errors: [...lookupErrors, ...commonErrors],
  freshness: "data",
  async handle(query, request, services) {
    const { history, formerNames, clock } = services;
    const profile = await cachedProfile(services, request, query);
    const { java, bedrock, warnings = [], success, ...freshness } = profile.body;

    const unread: Warning[] = [];
    const seen = async (edition: Edition, id: string, names: NameHistoryEntry[]) => {
      try {
        const known = await history.of(id);
        return known.observed && known.names.length === 0 ? { ...known, names } : known;
      } catch {
        const error = "The observed history could not be read.";
        unread.push({ edition, code: "BAD_GATEWAY", part: "history", error });
        return { observed: true, names, skins: [], capes: [] };
      }
    };
    /** Others who had the name that the player has now. */
    const formerOf = async (edition: Edition, name: string) => {
      const identifier = parseIdentifier(name);
      const former = identifier ? await formerNames.of(identifier, edition) : [];
      return former.length > 0 ? { former } : {};
    };
    const past = async (edition: Edition, id: string, name: string, names: NameHistoryEntry[]) => {
      const [known, former] = await Promise.all([
        seen(edition, id, names),
        formerOf(edition, name),
      ]);
      return known.observed ? { ...known, ...former } : known;
    };
    const [ofJava, ofBedrock] = await Promise.all([
      java && past("java", java.uuid, java.username, java.name_history),
      bedrock &&
        past("bedrock", bedrock.xuid_decimal, bedrock.gamertag, [
          { name: bedrock.gamertag, changed_at: null },
        ]),
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
    const now = clock.now();
    const until = unread.length > 0 ? now + FRESH_MS.partial : Infinity;
    const freshUntil = Math.min(profile.freshUntil, until);
    return {
      ...jsonReply(200, body, { etag: tagOf("history", body) }),
      caching: cachingOf({ ...profile, ...freshness, freshUntil }, now),
    };
  },
});
