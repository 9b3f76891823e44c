import type { Answer } from "../cache/cache.ts";

/** "There is none", with the times of the answer that said so. */
export function missingAnswer(answer: Answer<unknown>): Answer<never> {
  return { ...answer, value: null };
}

/** An answer that another one led to: it depends on both. */
export function reachedThrough<Value>(
  way: Answer<unknown>,
  { cached, subjects, ...answer }: Answer<Value>,
): Answer<Value> {
  return {
    ...answer,
    cached: cached && way.cached,
    subjects: [...new Set([...way.subjects, ...subjects])],
  };
}
