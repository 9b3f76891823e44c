import { z } from "zod";
import {
  countedLookups,
  countedRequests,
  createLookupsMerge,
  createRequestsMerge,
} from "../activity/merge.ts";
import { readJson, type Stored } from "../cache/stores/store.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import { movedGrants } from "../refresh-limit/moved-grants.ts";
import { movedRates } from "../upstream-budget/moved-rates.ts";
import { LINK_PREFIX } from "../players/exclusion.ts";
import { createFormerNames, FORMER_PREFIX, formerEntries } from "../players/former-names.ts";
import { createHistoryMerge } from "../players/history-merge.ts";
import { RECORD_PREFIX, recordSchema } from "../players/history-record.ts";
import { storedTime } from "../stored-time.ts";
import type { Place } from "./place.ts";

/** Null for never. */
const expires = storedTime.nullable();
/** Of what nobody writes longer than this. */
const text = z.string().max(1_000);
const rate = z.number().max(1e6);
const id = z.string().regex(/^(?:[0-9a-f]{32}|\d{16})$/);

/** What must last, as one line of JSON each. */
export const itemSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("player"), id, record: recordSchema, expires }),
  z.object({ kind: z.literal("formerName"), key: text, players: formerEntries, expires }),
  z.object({ kind: z.literal("excludedLink"), id, linked: id }),
  z.object({ kind: z.literal("lookups"), ...countedLookups.shape }),
  z.object({ kind: z.literal("requests"), ...countedRequests.shape }),
  z.object({ kind: z.literal("refreshGrant"), key: text, until: storedTime }),
  z.object({
    kind: z.literal("learnedRate"),
    egress: z.union([text, z.int().nonnegative()]),
    bucket: text,
    rate: rate.positive(),
    tooMuch: rate.nonnegative(),
  }),
]);
export type Item = z.infer<typeof itemSchema>;
export type Kind = Item["kind"];

/** One kind of data in one place. */
export interface Part<It extends Item = Item> {
  /** All of it, some at a time, while the service goes on. */
  read(): AsyncIterable<It[]>;
  /** How much of it there is. */
  count(): Promise<number>;
  /** Adds what another place has, so that nothing of either is lost. The second time changes nothing. */
  merge(item: It): Promise<void>;
  /** Whether all that an item says is known here. */
  holds(item: It): Promise<boolean>;
}

export type Parts = { [K in Kind]: Part<Extract<Item, { kind: K }>> };

/**
 * Everything in a place that must last, by kind, in the order in which it is moved: former names of players who have a
 * record come with that. Caches are none of it, nor are secrets.
 */
export function partsOf({ stores, egresses }: Place): Parts {
  const { durable: store } = stores;
  const formerNames = createFormerNames(store);
  const history = createHistoryMerge({ store, formerNames });
  const durable = stores.scan("durable");
  const [lookups, requests] = [createLookupsMerge(store), createRequestsMerge(store)];
  const [grants, rates] = [movedGrants(stores), movedRates(stores, egresses)];

  return {
    player: {
      read: () => mapEach(durable.read(RECORD_PREFIX), playerIn),
      count: () => durable.count(RECORD_PREFIX),
      merge: ({ id: player, record, expires: until }) =>
        history.merge(player as JavaUuid | Xuid, record, until ?? Infinity),
      holds: async ({ id: player, record, expires: until }) =>
        (until !== null && until <= Date.now()) || history.holds(player, record),
    },
    formerName: {
      read: () => mapEach(durable.read(FORMER_PREFIX), formerNameIn),
      count: () => durable.count(FORMER_PREFIX),
      async merge({ key, players, expires: until }) {
        const others = await withoutRecord(players);
        if (others.length > 0)
          await formerNames.merge(FORMER_PREFIX + key, others, until ?? Infinity);
      },
      holds: async ({ key, players, expires: until }) =>
        (until !== null && until <= Date.now()) ||
        formerNames.holds(FORMER_PREFIX + key, await withoutRecord(players)),
    },
    excludedLink: {
      read: () => mapEach(durable.read(LINK_PREFIX), excludedLinkIn),
      count: () => durable.count(LINK_PREFIX),
      merge: ({ id: player, linked }) => store.set(LINK_PREFIX + player, linked),
      holds: async ({ id: player, linked }) => (await store.get(LINK_PREFIX + player)) === linked,
    },
    lookups: {
      async *read() {
        yield [{ kind: "lookups", ...(await lookups.read()) }];
      },
      count: async () => 1,
      merge: (item) => lookups.merge(item),
      holds: (item) => lookups.holds(item),
    },
    requests: {
      async *read() {
        yield [{ kind: "requests", ...(await requests.read()) }];
      },
      count: async () => 1,
      merge: (item) => requests.merge(item),
      holds: (item) => requests.holds(item),
    },
    learnedRate: {
      read: () => mapEach(rates.read(), (rate) => ({ kind: "learnedRate" as const, ...rate })),
      count: () => countOf(rates.read()),
      merge: rates.merge,
      holds: rates.holds,
    },
    refreshGrant: {
      read: () => mapEach(grants.read(), (grant) => ({ kind: "refreshGrant" as const, ...grant })),
      count: () => countOf(grants.read()),
      merge: grants.merge,
      holds: grants.holds,
    },
  };

  /** Whoever has a record is noted under former names along with it. */
  async function withoutRecord<Entry extends { id: string }>(players: readonly Entry[]) {
    const known = await Promise.all(players.map((player) => history.knows(player.id)));
    return players.filter((_, index) => !known[index]);
  }
}

const expiresIn = ({ expiresAt }: Stored) => (expiresAt === Infinity ? null : expiresAt);

function playerIn(stored: Stored): Extract<Item, { kind: "player" }> | undefined {
  const record = readJson(recordSchema, stored.value);
  const player = stored.key.slice(RECORD_PREFIX.length);
  if (record === undefined || !id.safeParse(player).success) return undefined;
  // What it takes of the bytes that are kept is another matter in another place.
  return {
    kind: "player",
    id: player,
    record: { ...record, kept: 0 },
    expires: expiresIn(stored),
  };
}

function formerNameIn(stored: Stored): Extract<Item, { kind: "formerName" }> | undefined {
  const players = readJson(formerEntries, stored.value);
  if (players === undefined) return undefined;
  const key = stored.key.slice(FORMER_PREFIX.length);
  return { kind: "formerName", key, players, expires: expiresIn(stored) };
}

function excludedLinkIn({
  key,
  value,
}: Stored): Extract<Item, { kind: "excludedLink" }> | undefined {
  const [player, linked] = [id.safeParse(key.slice(LINK_PREFIX.length)), id.safeParse(value)];
  if (!player.success || !linked.success) return undefined;
  return { kind: "excludedLink", id: player.data, linked: linked.data };
}

async function countOf(batches: AsyncIterable<unknown[]>): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += batch.length;
  return count;
}

async function* mapEach<One, Other>(
  batches: AsyncIterable<One[]>,
  map: (one: One) => Other | undefined,
): AsyncGenerator<Other[]> {
  for await (const batch of batches) {
    yield batch.flatMap((one) => {
      const other = map(one);
      return other === undefined ? [] : [other];
    });
  }
}
