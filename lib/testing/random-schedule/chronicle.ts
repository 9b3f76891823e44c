import { CAST, nameKey, type Account } from "./cast.ts";

/** How an account was from one moment to the next. */
export interface Version {
  /** Unix milliseconds; the last version has no end. */
  from: number;
  to: number;
  name: string;
  /** The hash of the own skin. */
  skin: string | null;
  exists: boolean;
}

/** Everything that was ever true upstream, and when. */
export interface Chronicle {
  accounts: readonly Account[];
  versionsOf(id: string): readonly Version[];
  now(id: string): Version;
  change(id: string, change: Partial<Pick<Version, "name" | "skin" | "exists">>): void;
  /** Who of an edition holds a name now. */
  holderOf(edition: Account["edition"], name: string): Account | undefined;
  /** Whether nobody of an edition held a name at some time in a span. */
  lackedName(edition: Account["edition"], name: string, from: number, to: number): boolean;
}

/** Begins with how the cast is; `skins` are the hashes of their skins. */
export function createChronicle(
  skins: ReadonlyMap<string, string | null>,
  startedAt: number,
): Chronicle {
  const histories = new Map<string, Version[]>(
    CAST.map(({ id, name }) => [
      id,
      [{ from: startedAt, to: Infinity, name, skin: skins.get(id) ?? null, exists: true }],
    ]),
  );
  const versionsOf = (id: string): Version[] => histories.get(id) ?? [];
  const now = (id: string): Version => {
    const last = versionsOf(id).at(-1);
    if (last === undefined) throw new Error(`${id} is not of the cast`);
    return last;
  };
  const holds = (version: Version, name: string) =>
    version.exists && nameKey(version.name) === nameKey(name);

  return {
    accounts: CAST,
    versionsOf,
    now,
    change(id, change) {
      const before = now(id);
      const at = Date.now();
      before.to = at;
      histories.set(id, [...versionsOf(id), { ...before, ...change, from: at, to: Infinity }]);
    },
    holderOf: (edition, name) =>
      CAST.find((account) => account.edition === edition && holds(now(account.id), name)),
    lackedName(edition, name, from, to) {
      const held = CAST.filter((account) => account.edition === edition)
        .flatMap(({ id }) => versionsOf(id))
        .filter((version) => holds(version, name) && version.to > from && version.from <= to)
        .toSorted((one, other) => one.from - other.from);
      let heldUntil = from;
      for (const version of held) {
        if (version.from > heldUntil) return true;
        heldUntil = Math.max(heldUntil, version.to);
      }
      return heldUntil <= to;
    },
  };
}
