/** After so long, the work that a client had counts half; less than this counts as nothing. */
const HALF_LIFE_MS = 20_000;
const NOTHING = 0.05;
/** At most so many shares are remembered, besides those of clients that wait. */
const MOST_KNOWN = 2_000;

/** The work that a client, or a network, had lately, and the work that it waits for. */
export interface Share {
  /** Undefined for a caller without a client, who is forgotten when it waits no more. */
  key: string | undefined;
  had: number;
  /** When that was counted. */
  atMs: number;
  /** The cost of all that waits. */
  waiting: number;
}

/** Remembers how much each client or network had lately. Times are of a monotonic clock. */
export function createShares() {
  /** Clients that were served last are at the end. */
  const shares = new Map<string, Share>();

  const lately = ({ had, atMs }: Share, nowMs: number): number => {
    if (had === 0) return 0;
    const remaining = had * 2 ** ((atMs - nowMs) / HALF_LIFE_MS);
    return remaining < NOTHING ? 0 : remaining;
  };

  const moveToEnd = (share: Share) => {
    if (share.key === undefined) return;
    shares.delete(share.key);
    shares.set(share.key, share);
    if (shares.size > MOST_KNOWN) forget(share);
  };
  const forget = (except: Share) => {
    for (const [key, share] of shares) {
      if (shares.size <= MOST_KNOWN / 2) return;
      // Sums of fractions miss zero by less than this.
      if (share.waiting < 1e-6 && share !== except) shares.delete(key);
    }
  };

  return {
    lately,

    of(key: string | undefined): Share {
      const known = key === undefined ? undefined : shares.get(key);
      if (known !== undefined) return known;
      const share = { key, had: 0, atMs: 0, waiting: 0 };
      moveToEnd(share);
      return share;
    },

    charge(share: Share, cost: number, nowMs: number): void {
      share.had = lately(share, nowMs) + cost;
      share.atMs = nowMs;
      moveToEnd(share);
    },

    /** Gives a function that charges one cost after another, and says how much a client will have had before each. */
    counting(nowMs: number): (share: Share, cost: number) => number {
      const sums = new Map<Share, number>();
      return (share, cost) => {
        const had = sums.get(share) ?? lately(share, nowMs);
        sums.set(share, had + cost);
        return had;
      };
    },
  };
}
