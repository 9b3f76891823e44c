import type { Answer } from "../cache/cache.ts";

/** "Not found", as fresh and as stale as the answer it follows from. */
export function negativeAnswer(from: Answer<unknown>): Answer<never> {
  return { ...from, value: null };
}

/** An answer that was reached through another one: it is outdated when either changes. */
export function dependentAnswer<Value>(on: Answer<unknown>, answer: Answer<Value>): Answer<Value> {
  return {
    ...answer,
    cached: answer.cached && on.cached,
    subjects: [...on.subjects, ...answer.subjects.filter((one) => !on.subjects.includes(one))],
  };
}
