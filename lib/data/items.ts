import { z } from "zod";
import type { OpenedStores } from "../cache/open-stores.ts";
import { readJson } from "../cache/stores/stored-value.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import { LINK_PREFIX } from "../players/exclusion.ts";
import { createFormerNames } from "../players/former-names.ts";
import { createHistory } from "../players/history.ts";
import { RECORD_PREFIX, recordSchema, textOf } from "../players/history-record.ts";
import {
  lookupsItem,
  mergeLookups,
  mergeRequests,
  readLookups,
  readRequests,
  requestsItem,
} from "./statistics.ts";

/** Three times what the most names, skins and capes of a player take. */
const LONGEST_RECORD = 2 ** 17;

const playerId = z.string().regex(/^(?:[0-9a-f]{32}|\d{16})$/);
const playerItem = z.object({
  kind: z.literal("player"),
  id: playerId,
  record: recordSchema.refine((record) => textOf(record).length <= LONGEST_RECORD),
});
const linkItem = z.object({ kind: z.literal("excludedLink"), id: playerId, linked: playerId });

/** Data that must last, as one line of JSON each. Caches, secrets and limits are not exported. */
export const itemSchema = z.discriminatedUnion("kind", [
  playerItem,
  linkItem,
  lookupsItem,
  requestsItem,
]);
export type Item = z.infer<typeof itemSchema>;

/** Everything in stores that must last, some at a time, while the service goes on. */
export async function* itemsIn({ durable, scan }: OpenedStores): AsyncGenerator<Item[]> {
  const { read } = scan("durable");
  for await (const batch of read(RECORD_PREFIX)) {
    yield batch.flatMap(({ key, value }) => {
      const known = readJson(recordSchema, value);
      // Each store counts for itself how many bytes it keeps for good.
      const record = known && { ...known, kept: 0 };
      const id = key.slice(RECORD_PREFIX.length);
      return playerItem.safeParse({ kind: "player", id, record }).data ?? [];
    });
  }
  for await (const batch of read(LINK_PREFIX)) {
    yield batch.flatMap(({ key, value: linked }) => {
      const id = key.slice(LINK_PREFIX.length);
      return linkItem.safeParse({ kind: "excludedLink", id, linked }).data ?? [];
    });
  }
  yield [await readLookups(durable), await readRequests(durable)];
}

/** Merges items into stores: nothing of either is lost, and the second time changes nothing. */
export function createMerge({ durable }: OpenedStores) {
  const history = createHistory({ store: durable, formerNames: createFormerNames(durable) });

  return async (item: Item): Promise<void> => {
    switch (item.kind) {
      case "player":
        return history.merge(item.id as JavaUuid | Xuid, item.record);
      case "excludedLink":
        return durable.set(LINK_PREFIX + item.id, item.linked);
      case "lookups":
        return mergeLookups(durable, item);
      case "requests":
        return mergeRequests(durable, item);
    }
  };
}
