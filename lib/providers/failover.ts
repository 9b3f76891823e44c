import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";

/** One provider that may know the value. */
export interface Source<Value> {
  request(deadline: Deadline): Promise<Value | null>;
  /** Its "not found" is final. */
  authority: boolean;
}

/**
 * Sends a request to one provider after another, inside one deadline, until one of them gives a value. Null when
 * an authority said "not found", whichever providers failed before it, or when none failed and
 * at least one said "not found". A provider that knows only some players does not count.
 * Otherwise throws the failure that can be retried first: a failure never means "not found".
 */
export async function requestWithFailover<Value>(
  sources: readonly Source<Value>[],
  deadline: Deadline,
  // A slow provider leaves a third of the time to those after it.
  share = 2 / 3,
): Promise<Value | null> {
  const failures: UpstreamFailure[] = [];
  let notFound = false;
  for (const [index, source] of sources.entries()) {
    const last = index === sources.length - 1;
    try {
      const value = await source.request(last ? deadline : deadline.share(share));
      if (value !== null || source.authority) return value;
      notFound = true;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      failures.push(error);
    }
  }
  const fault = soonest(failures.filter(({ kind }) => kind !== "unknown-here"));
  if (fault !== undefined) throw fault;
  if (notFound) return null;
  throw failures[0] ?? new Error("No provider is configured for this question");
}

/** Of several failures, the one that can be retried first. */
function soonest(failures: readonly UpstreamFailure[]): UpstreamFailure | undefined {
  const secondsOf = ({ retryAfterSeconds = 0 }: UpstreamFailure) => retryAfterSeconds;
  return failures.toSorted((one, other) => secondsOf(one) - secondsOf(other))[0];
}
