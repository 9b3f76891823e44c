import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";

/** One provider that may know the answer. */
export interface Source<Value> {
  ask(deadline: Deadline): Promise<Value | null>;
  /** It is an authority: when it says that there is none, there is none. */
  authority: boolean;
}

/**
 * Asks one provider after another inside one deadline until one of them knows. A value always
 * wins. Null when an authority said that there is none, whoever failed before it, or when nobody
 * failed and at least one said so; a provider that knows only some players says nothing. Otherwise
 * the failure that is over first is thrown: what could not be asked is never "missing".
 */
export async function askInTurn<Value>(
  sources: readonly Source<Value>[],
  deadline: Deadline,
): Promise<Value | null> {
  const failures: UpstreamFailure[] = [];
  let missing = false;
  for (const [index, source] of sources.entries()) {
    const last = index === sources.length - 1;
    try {
      // A slow provider leaves half of the time to those after it.
      const value = await source.ask(last ? deadline : deadline.share(0.5));
      if (value !== null || source.authority) return value;
      missing = true;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      failures.push(error);
    }
  }
  const [fault] = failures
    .filter(({ kind }) => kind !== "unknown-here")
    .toSorted((one, other) => (one.retryAfterSeconds ?? 0) - (other.retryAfterSeconds ?? 0));
  if (fault !== undefined) throw fault;
  if (missing) return null;
  throw failures[0] ?? new Error("No provider is configured for this question");
}
