/** The labels of a response. All values come from the code. */
export interface AnswerLabels {
  /** The template of the address, such as `/api`; `page` for pages, `other` for unknown addresses. */
  route: string;
  status: number;
  cache: "hit" | "miss" | "stale" | "none";
}

/** Counts how often one kind of finished response is sent again, at the cost of an addition. */
export interface HitCounter {
  /** Sent with a body, or as a HEAD response. */
  whole: number;
  /** Sent as 304. */
  unchanged: number;
}

export interface Hits {
  /** The counter of a kind of response: always the same object, stored with the response. */
  counterOf(labels: AnswerLabels): HitCounter;
  /** Reports and resets the counts. */
  drain(report: (labels: AnswerLabels, count: number) => void): void;
}

/** Counters that are plain fields on the hot path, and metrics only when they are scraped. */
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

    drain(report) {
      for (const { labels, counter } of counters.values()) {
        if (counter.whole > 0) report(labels, counter.whole);
        if (counter.unchanged > 0) report({ ...labels, status: 304 }, counter.unchanged);
        counter.whole = 0;
        counter.unchanged = 0;
      }
    },
  };
}
