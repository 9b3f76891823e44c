import { LRUCache } from "lru-cache";
import type { Clock } from "../time/clock.ts";
import { UpstreamFailure } from "../providers/failure.ts";

/** The latest answers are kept: about three megabytes. */
const MOST = 10_000;

/** Asks a provider for something; the key says which provider, and for what. */
export type Ask = <Value>(
  key: string,
  request: () => Promise<Value | null>,
  /** Keeps values as well as "there is none"; for small values that something else confirms. */
  options?: { withValues?: boolean },
) => Promise<Value | null>;

export type Answers = ReturnType<typeof createAnswers>;

/**
 * Keeps the answers of providers in lookups that failed because another provider could not answer: the next try need
 * not ask for them again. They are kept for as long as "there is none" is believed.
 */
export function createAnswers(keptMs: number) {
  const answers = new LRUCache<string, { until: number; end: unknown }>({ max: MOST });

  /** Runs a lookup. It is the first one if nothing is cached and nobody forces a refresh. */
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
