/** What an answer is counted under. All three are values of the code's own. */
export interface AnswerLabels {
  /** The template of the address, such as `/api`; `other` for what is no address, `page` for pages. */
  route: string;
  status: number;
  cache: "hit" | "miss" | "stale" | "none";
}

/** Counts how often one kind of finished answer is given again, at the cost of an addition. */
export interface HitCounter {
  /** Given whole, or its head alone. */
  whole: number;
  /** Given as 304. */
  unchanged: number;
}

export interface Hits {
  /** The counter of a kind of answer: always the same one, to be kept with the answer. */
  counterOf(labels: AnswerLabels): HitCounter;
  /** Tells what was counted since the last time. */
  drain(tell: (labels: AnswerLabels, count: number) => void): void;
}

/** Counters that are plain fields while answers are given, and metrics only when they are read. */
export function createHits(): Hits {
  const counters = new Map<string, { labels: AnswerLabels; counter: HitCounter }>();

  return {
    counterOf(labels) {
      const key = `${labels.route} ${labels.status} ${labels.cache}`;
      const known = counters.get(key);
      if (known !== undefined) return known.counter;
      const counter = { whole: 0, unchanged: 0 };
      counters.set(key, { labels, counter });
      return counter;
    },

    drain(tell) {
      for (const { labels, counter } of counters.values()) {
        if (counter.whole > 0) tell(labels, counter.whole);
        if (counter.unchanged > 0) tell({ ...labels, status: 304 }, counter.unchanged);
        counter.whole = 0;
        counter.unchanged = 0;
      }
    },
  };
}
