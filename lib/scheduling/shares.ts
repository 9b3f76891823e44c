/** After so long, what somebody had counts half; less than this is nothing. */
const HALF_LIFE_MS = 20_000;
const NOTHING = 0.05;
/** So many are remembered at most, besides those that wait. */
const MOST_KNOWN = 2_000;

/** What somebody had, and waits for. */
export interface Share {
  /** Undefined for those who are forgotten with what they wait for. */
  key: string | undefined;
  had: number;
  /** When that was counted. */
  atMs: number;
  /** The cost of all that waits. */
  waiting: number;
}

/** Remembers who had how much lately. Times are of a monotonic clock. */
export function createShares() {
  /** Those served last are at the end. */
  const shares = new Map<string, Share>();

  const lately = ({ had, atMs }: Share, nowMs: number): number => {
    if (had === 0) return 0;
    const left = had * 2 ** ((atMs - nowMs) / HALF_LIFE_MS);
    return left < NOTHING ? 0 : left;
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

    /** Gives what somebody will have had when it is their turn, for one thing after another that each is charged for. */
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
