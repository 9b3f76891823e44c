import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createActivity, readTotal, totalKey } from "../activity/activity.ts";
import { createMemoryStore } from "../cache/stores/memory.ts";
import type { Store } from "../cache/stores/store.ts";
import type { JavaUuid } from "../contract/identifiers.ts";
import { createMerge } from "./move.ts";

interface Counted {
  lookups: number;
  players: number;
}
const NAMES = ["lookups", "players"] as const;
const counted = fc.record<Counted>({ lookups: fc.nat(1_000), players: fc.nat(1_000) });

const emptyStore = () => createMemoryStore({ maxBytes: 1_000_000 });

/** A store of a service that counted so much. */
async function storeWith({ lookups, players }: Counted): Promise<Store> {
  const store = emptyStore();
  await store.set(totalKey("lookups"), String(lookups));
  await store.set(totalKey("players"), String(players));
  return store;
}

/** The counts of a store. */
async function countsIn(store: Store): Promise<Counted> {
  const [lookups = 0, players = 0] = await Promise.all(NAMES.map((name) => readTotal(store, name)));
  return { lookups, players };
}

async function copy(from: Store, to: Store): Promise<void> {
  await createMerge({ durable: to })({ kind: "lookups", ...(await countsIn(from)) });
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
    const from = await storeWith({ lookups: 100, players: 50 });
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
    await look();
    await copy(from, to);
    expect(await countsIn(to)).toEqual({ ...before, lookups: before.lookups + 1 });
  });
});
