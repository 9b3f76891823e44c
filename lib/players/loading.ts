import { LRUCache } from "lru-cache";
import { NotCached, type Cache, type CacheResult } from "../cache/cache.ts";
import type { Loaded } from "../cache/tiers.ts";
import { forKnown, startBackground, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { RecordOptions } from "./records.ts";
import type { Clock } from "../time/clock.ts";

/** The context of a load. */
export interface LoadContext<Value, Hint = unknown> {
  /** Asks a provider, unless it has answered in a try that failed. */
  ask: Ask;
  deadline: Deadline;
  /** The cached value, which is no longer fresh. */
  previous: Value | undefined;
  /** A load in the background has no hint, since what the request knew may be old by then. */
  hint: Hint | undefined;
}

interface LoadOptions<Value, Hint> {
  answers: Answers;
  options: RecordOptions;
  load(context: LoadContext<Value, Hint>): Promise<Loaded<Value>>;
}

/** Runs a load; the first one of a key goes on where a try that failed has ended. */
export function loaderOf<Value, Hint>({ answers, options, load }: LoadOptions<Value, Hint>) {
  return (deadline: Deadline, previous: Value | undefined, hint?: Hint): Promise<Loaded<Value>> => {
    const isFirst = previous === undefined && options.refresh !== true;
    return answers({ isFirst, clock: deadline.clock }, (ask) =>
      load({ ask, deadline, previous, hint }),
    );
  };
}

/** The result of a load; `freshMs` is for a value that is to be loaded again sooner than others. */
export function loadedValue<Value>(value: Value, freshMs: number | undefined) {
  return freshMs === undefined ? { value } : { value, freshMs };
}

interface GetRecord<Value, Hint> extends LoadOptions<Value, Hint> {
  deadline: Deadline;
  /** The request's own facts and wishes about the value. */
  hint?: Hint;
  /** A value that lacks the signature that is wanted is loaded again. */
  lacksSignature?: (value: Value) => boolean;
}

/** A cached value, or one loaded by a deadline; what is known is not worth waiting for a budget. */
export async function getRecord<Value, Hint>(
  cache: Cache<Value>,
  key: string,
  { deadline, hint, lacksSignature, ...loading }: GetRecord<Value, Hint>,
): Promise<CacheResult<Value>> {
  const { options } = loading;
  const load = loaderOf(loading);
  const entry = await cache.get(
    key,
    (previous) => load(forKnown(deadline, previous), previous, hint),
    options,
    (previous) => load(startBackground(deadline.clock), previous),
  );
  const { value, stale, failure } = entry;
  // A load that has just failed is not repeated at once.
  if (!options.signed || value === null || stale || failure !== undefined) return entry;
  if (lacksSignature?.(value) !== true) return entry;
  if (options.onlyIfCached === true) throw new NotCached();
  return cache.get(key, (previous) => load(deadline, previous, hint), { refresh: true });
}

/** A part of a record is optional: undefined when its upstream failed. */
export async function orUnknown<Value>(
  part: Promise<Value | null>,
): Promise<Value | null | undefined> {
  try {
    return await part;
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined;
    throw error;
  }
}

/** The latest answers are kept: about three megabytes. */
const MOST = 10_000;

/** Asks a provider for something; the key says which provider, and for what. */
type Ask = <Value>(
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
