import { z } from "zod";
import { readJson } from "../cache/stores/store.ts";
import { plus, storedCount } from "../activity/counts.ts";

/** Counters by name. */
export type Counts = Readonly<Record<string, number>>;

const storeId = z.uuid();

/** What each store counted by itself, by the ID of the store, of counters with these names. */
export const countsByOrigin = (names: z.ZodType<string, string>) =>
  z.record(storeId, z.record(names, storedCount));
export type CountsByOrigin = Record<string, Record<string, number>>;

const schema = z.object({
  own: storeId,
  /** What was added to the counters here that other stores counted. */
  added: countsByOrigin(z.string().refine((name) => !(name in {}))),
});
/**
 * Tells apart what a store counted by itself and what came from others, so that counters can be added to each
 * other any number of times: what a store counted counts once.
 */
export type Ledger = z.infer<typeof schema>;

export const readLedger = (text: string | undefined) => readJson(schema, text);

/** What every store counted, by the counters of one and its ledger. */
export function originsOf(counters: Counts, { own, added }: Ledger): CountsByOrigin {
  const others = Object.values(added);
  const alone = Object.entries(counters).map(([name, count]) => {
    const elsewhere = others.reduce((sum, counted) => sum + (counted[name] ?? 0), 0);
    // Times are sums of fractions, of which the last digits differ.
    return [name, Math.max(0, Math.round(count - elsewhere))] as const;
  });
  return { ...added, [own]: Object.fromEntries(alone) };
}

/**
 * What has to be added to the counters of a store so that they count all that `theirs` does, and its ledger from
 * then on.
 * @param isCounted Whether a counter still exists; others are forgotten.
 */
export function additionsOf(
  theirs: CountsByOrigin,
  { counters, ledger }: { counters: Counts; ledger: Ledger },
  isCounted: (name: string) => boolean,
): { additions: Counts; ledger: Ledger } {
  const known = originsOf(counters, ledger);
  const additions: Record<string, number> = {};
  const after: CountsByOrigin = { ...known };
  for (const [origin, counted] of Object.entries(theirs)) {
    const before = known[origin] ?? {};
    const merged: Record<string, number> = { ...before };
    for (const [name, count] of Object.entries(counted)) {
      const missing = count - (before[name] ?? 0);
      if (missing <= 0 || !isCounted(name)) continue;
      merged[name] = count;
      additions[name] = plus(additions[name] ?? 0, missing);
    }
    after[origin] = merged;
  }
  const others = Object.entries(after).filter(([origin]) => origin !== ledger.own);
  const added = others.map(([origin, counted]) => {
    const kept = Object.entries(counted).filter(([name]) => isCounted(name));
    return [origin, Object.fromEntries(kept)] as const;
  });
  return { additions, ledger: { ...ledger, added: Object.fromEntries(added) } };
}
