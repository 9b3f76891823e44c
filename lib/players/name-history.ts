import { z } from "zod";
import { countIn, type Store } from "../cache/stores/store.ts";
import type { JavaUuid, Xuid } from "../contract/identifiers.ts";
import { nameHistoryEntry, type NameHistoryEntry } from "../contract/profile.ts";
import type { Deadline } from "../providers/deadline.ts";
import type { Laby } from "../providers/laby.ts";

/** Longest that an answer waits for laby.net. */
const REPORTED_WAIT_MS = 300;
const PLAYERS_KEY = "players";
const ATTEMPTS = 32;

const ledgerSchema = z.object({
  /** Names this service saw itself, oldest first. The first entry has no time. */
  observed: z.array(nameHistoryEntry),
  /** Names from laby.net, when it is turned on. */
  reported: z.array(nameHistoryEntry).default([]),
});
type Ledger = z.infer<typeof ledgerSchema>;

export type NameHistory = ReturnType<typeof createNameHistory>;

/**
 * Mojang ended its name history in 2022, so this service records each change that it observes. These
 * entries are not a cache and do not expire.
 */
export function createNameHistory(
  store: Store,
  laby: Laby | undefined,
  now: () => number = Date.now,
) {
  /** Changes the record of a player by compare-and-set, so that no concurrent change is lost. */
  const change = async (id: string, edit: (ledger: Ledger) => Ledger): Promise<Ledger> => {
    const key = keyOf(id);
    let text: string | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = readLedger(text);
      const after = edit(before);
      if (text !== undefined && after === before) return before;
      const outcome = await store.transact([
        { check: key, is: text },
        { set: key, to: JSON.stringify(after) },
        ...(text === undefined ? [{ add: PLAYERS_KEY, by: 1 }] : []),
      ]);
      if (outcome.done) return after;
      text = outcome.found;
    }
    throw new Error("the name history changes faster than it can be written");
  };

  return {
    /** Records the current name of a player and returns all known names, oldest first. */
    async observe(id: JavaUuid | Xuid, name: string): Promise<NameHistoryEntry[]> {
      try {
        const { observed, reported } = await change(id, (known) => {
          const last = known.observed.at(-1);
          if (last?.name === name) return known;
          const entry = { name, changed_at: last === undefined ? null : now() };
          return { ...known, observed: [...known.observed, entry] };
        });
        return mergeNames(reported, observed);
      } catch {
        // A failing store must not keep a player from being found.
        return [{ name, changed_at: null }];
      }
    },

    /** Loads the names that laby.net observed; resolves when they are recorded, or after 300 ms. */
    async reported(uuid: JavaUuid, deadline: Deadline): Promise<void> {
      if (laby === undefined) return;
      const noted = laby
        .namesOf(uuid, deadline)
        .then(async (names) => {
          if (names !== null) await change(uuid, (known) => ({ ...known, reported: names }));
        })
        // A failure here never fails an answer, and is counted with all upstream calls.
        .catch(() => undefined);
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, REPORTED_WAIT_MS);
      });
      await Promise.race([noted, enough]);
      clearTimeout(timer);
    },

    /** The number of players seen so far. */
    async playersTotal() {
      return countIn(await store.get(PLAYERS_KEY));
    },
  };
}

/** Both lists as one, oldest first. Reported entries win, since their times are more exact. */
export function mergeNames(
  reported: readonly NameHistoryEntry[],
  observed: readonly NameHistoryEntry[],
): NameHistoryEntry[] {
  if (reported.length === 0) return [...observed];
  const reportedNames = new Set(reported.map(({ name }) => name));
  const latest = observed.at(-1);
  const added = observed.filter(
    (entry) => !reportedNames.has(entry.name) || (entry === latest && isReturn(entry, reported)),
  );
  return [...reported, ...added];
}

/** The player went back to an old name after the last reported change. */
function isReturn(entry: NameHistoryEntry, reported: readonly NameHistoryEntry[]): boolean {
  return entry.changed_at !== null && reported.at(-1)?.name !== entry.name;
}

function readLedger(text: string | undefined): Ledger {
  if (text === undefined) return { observed: [], reported: [] };
  try {
    return ledgerSchema.parse(JSON.parse(text));
  } catch {
    return { observed: [], reported: [] };
  }
}

function keyOf(id: string): string {
  return `names:v1:${id}`;
}
