import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { UpstreamFailure } from "../providers/failure.ts";

/** So many are kept, the latest: about three megabytes. */
const MOST = 10_000;

/** Asks a provider for something; the key says which provider, and for what. */
export type Ask = <Value>(
  key: string,
  request: () => Promise<Value | null>,
  /** Whether more than "there is none" is kept: of what is small, and confirmed by something else. */
  options?: { withValues?: boolean },
) => Promise<Value | null>;

export type Answers = ReturnType<typeof createAnswers>;

/**
 * What providers said in lookups that failed all the same, since another one could not say, for lack of tokens or else:
 * the next try need not ask them again. It is kept for as long as "there is none" is believed.
 */
export function createAnswers(keptMs: number) {
  const answers = new LRUCache<string, { until: number; end: unknown }>({ max: MOST });

  /** Runs a lookup; `isFirst`: of something that is not cached, and whose refresh nobody forces. */
  return async <Result>(
    { isFirst, clock }: { isFirst: boolean; clock: Clock },
    lookup: (ask: Ask) => Promise<Result>,
  ): Promise<Result> => {
    if (!isFirst) return lookup((_, request) => request());
    const asked: string[] = [];
    let isOver = false;
    const ask: Ask = async (key, request, { withValues = false } = {}) => {
      asked.push(key);
      const known = answers.get(key);
      if (known !== undefined && clock.monotonic() < known.until) {
        if (known.end instanceof UpstreamFailure) throw known.end;
        return known.end as Awaited<ReturnType<typeof request>>;
      }
      const keep = (end: unknown) => {
        if (!isOver) answers.set(key, { until: clock.monotonic() + keptMs, end });
      };
      try {
        const value = await request();
        if (value === null || withValues) keep(value);
        return value;
      } catch (error) {
        if (error instanceof UpstreamFailure && error.kind === "unknown-here") keep(error);
        throw error;
      }
    };
    const result = await lookup(ask);
    isOver = true;
    for (const key of asked) answers.delete(key);
    return result;
  };
}
