import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createActivity, LAST_DAY_KEY, totalKey } from "../activity/activity.ts";
import { hourOf } from "../activity/counts.ts";
import { createProviderRecord, PROVIDERS_KEY } from "../activity/provider-record.ts";
import { createMemoryStore } from "../cache/stores/memory.ts";
import type { Store } from "../cache/stores/store.ts";
import type { JavaUuid } from "../contract/identifiers.ts";
import { mergeLookups, mergeRequests, readLookups, readRequests } from "./statistics.ts";

const HOUR = hourOf(Date.now());

interface Counted {
  lookups: number;
  players: number;
  hour: number;
  hits: number;
}
const NAMES = ["lookups", "players", "hour", "hits"] as const;
const counted = fc.record<Counted>({
  lookups: fc.nat(1_000),
  players: fc.nat(1_000),
  hour: fc.nat(1_000),
  hits: fc.nat(1_000),
});

const emptyStore = () => createMemoryStore({ maxBytes: 1_000_000 });

/** A store of a service that counted so much in this hour. */
async function storeWith({ lookups, players, hour, hits }: Counted): Promise<Store> {
  const store = emptyStore();
  await store.set(totalKey("lookups"), String(lookups));
  await store.set(totalKey("players"), String(players));
  const hours = [{ hour: HOUR, lookups: hour, hits }];
  await store.set(LAST_DAY_KEY, JSON.stringify({ recent: [], hours }));
  return store;
}

/** The counts of a store. */
async function countsIn(store: Store): Promise<Counted> {
  const texts = await Promise.all(
    (["lookups", "players"] as const).map((total) => store.get(totalKey(total))),
  );
  const [lookups = 0, players = 0] = texts.map((text) => Number(text ?? 0));
  const { hours = [] } = JSON.parse((await store.get(LAST_DAY_KEY)) ?? "{}");
  return { lookups, players, hour: hours[0]?.lookups ?? 0, hits: hours[0]?.hits ?? 0 };
}

async function copy(from: Store, to: Store): Promise<void> {
  await mergeLookups(to, await readLookups(from));
}

const greatest = (...all: Counted[]) =>
  Object.fromEntries(NAMES.map((name) => [name, Math.max(...all.map((one) => one[name]))]));

describe("the counts of several stores", () => {
  it("are the greater ones, however often and in whichever order and direction they are merged", async () => {
    const merges = fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(counted, counted, counted), merges, async (all, order) => {
        const stores = await Promise.all(all.map(storeWith));
        for (const [to, from] of [...order, [0, 1], [0, 2], [1, 0], [0, 1]] as const) {
          await copy(stores[from] as Store, stores[to] as Store);
        }
        expect(await countsIn(stores[0] as Store)).toEqual(greatest(...all));
      }),
    );
  });

  it("are whole after a merge that was killed is run again", async () => {
    await fc.assert(
      fc.asyncProperty(counted, counted, fc.nat(7), async (one, other, writes) => {
        const [from, to] = [await storeWith(one), await storeWith(other)];
        let left = writes;
        const dying: Store = {
          ...to,
          transact: async (steps) => {
            if ((left -= 1) < 0) throw new Error("killed");
            return to.transact(steps);
          },
        };
        await copy(from, dying).catch(() => undefined);
        expect(greatest(await countsIn(to), other)).toEqual(await countsIn(to));
        await copy(from, to);
        expect(await countsIn(to)).toEqual(greatest(one, other));
      }),
    );
  });

  it("lack nothing that the service counts while they are merged, and after that", async () => {
    const from = await storeWith({ lookups: 100, players: 50, hour: 100, hits: 10 });
    const to = emptyStore();
    const activity = createActivity({ store: to });
    const player = { username: "A", id: "0".repeat(32) as JavaUuid, head_url: "/head?username=A" };
    const look = async () => {
      activity.record([{ ...player, edition: "java", editions: ["java"] }], true);
      await activity.flush();
    };
    await Promise.all([look(), copy(from, to), look(), copy(from, to), look()]);
    const before = await countsIn(to);
    expect(before.lookups).toBeGreaterThanOrEqual(100);
    expect(before.hour).toBeGreaterThanOrEqual(100);
    await look();
    await copy(from, to);
    const after = { ...before, lookups: before.lookups + 1, hour: before.hour + 1 };
    expect(await countsIn(to)).toEqual({ ...after, hits: before.hits + 1 });
  });

  it("do not come back from a day ago", async () => {
    const store = emptyStore();
    const hours = [{ hour: HOUR - 25, lookups: 5, hits: 0 }];
    await mergeLookups(store, { kind: "lookups", lookups: 0, players: 0, recent: [], hours });
    expect(await store.get(LAST_DAY_KEY)).toBeUndefined();
  });
});

describe("requests to providers", () => {
  it("are the greater of two counts for each provider, and nothing changes the second time", async () => {
    const [from, to] = [emptyStore(), emptyStore()];
    const [theirs, ours] = [createProviderRecord(from), createProviderRecord(to)];
    for (const ms of [10.25, 20.5]) theirs.note("geyser", "answered", ms);
    theirs.note("mojang", "failed", 5);
    ours.note("geyser", "answered", 100);
    await Promise.all([theirs.flush(), ours.flush()]);
    const merge = async () => {
      await mergeRequests(to, await readRequests(from));
      return to.get(PROVIDERS_KEY);
    };
    const first = await merge();
    expect(await merge()).toBe(first);
    const { providers } = await createProviderRecord(to).lastDay();
    expect(Object.fromEntries(providers)).toEqual({
      geyser: { answered: 2, refused: 0, failed: 0, ms: 100 },
      mojang: { answered: 0, refused: 0, failed: 1, ms: 0 },
    });
  });
});
