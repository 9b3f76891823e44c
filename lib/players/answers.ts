import type { Answer } from "../cache/cache.ts";

/** "There is none", with the times of the answer that said so. */
export function missingAnswer(answer: Answer<unknown>): Answer<never> {
  return { ...answer, value: null };
}
