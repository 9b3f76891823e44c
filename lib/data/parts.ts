import { z } from "zod";
import type { OpenedStores } from "../cache/open-stores.ts";
import type { Scan, Store } from "../cache/stores/store.ts";
import { LINK_PREFIX } from "../players/exclusion.ts";
import type { Egress } from "../upstream-budget/egress.ts";
import { formerNameItem, formerNamesIn } from "./former-names.ts";
import { learnedRateItem, learnedRatesIn } from "./learned-rates.ts";
import { playerId, scanned, type Part } from "./part.ts";
import { playerItem, playersIn } from "./players.ts";
import { refreshGrantItem, refreshGrantsIn } from "./refresh-grants.ts";
import { lookupsIn, lookupsItem, requestsIn, requestsItem } from "./statistics.ts";

const excludedLinkItem = z.object({
  kind: z.literal("excludedLink"),
  id: playerId,
  linked: playerId,
});

/** What must last, as one line of JSON each. */
export const itemSchema = z.discriminatedUnion("kind", [
  playerItem,
  formerNameItem,
  excludedLinkItem,
  lookupsItem,
  requestsItem,
  refreshGrantItem,
  learnedRateItem,
]);
export type Item = z.infer<typeof itemSchema>;
export type Kind = Item["kind"];
export type Parts = Record<Kind, Part<Item>>;

/**
 * Everything in stores that must last, by kind, in the order in which it is moved: former names of players who have a
 * record come with that. Caches are none of it, nor are secrets.
 */
export function partsOf(stores: OpenedStores, egresses: readonly Egress[]): Parts {
  const { durable: store } = stores;
  const scan = stores.scan("durable");

  return {
    player: playersIn({ store, scan }),
    formerName: formerNamesIn(store, scan),
    excludedLink: excludedLinksIn(store, scan),
    lookups: lookupsIn(store),
    requests: requestsIn(store),
    learnedRate: learnedRatesIn(stores, egresses),
    refreshGrant: refreshGrantsIn(stores),
  };
}

/** Accounts linked to those of players who are excluded. */
function excludedLinksIn(store: Store, scan: Scan): Part<z.infer<typeof excludedLinkItem>> {
  return {
    ...scanned(scan, LINK_PREFIX, (id, { value: linked }) => {
      return excludedLinkItem.safeParse({ kind: "excludedLink", id, linked }).data;
    }),
    merge: ({ id, linked }) => store.set(LINK_PREFIX + id, linked),
    holds: async ({ id, linked }) => (await store.get(LINK_PREFIX + id)) === linked,
  };
}
