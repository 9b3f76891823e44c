import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";

interface FailoverOptions<Source> {
  deadline: Deadline;
  /** The "not found" of such a source is final. */
  isAuthority?: (source: Source) => boolean;
  /** The failure of such a source is final. */
  isRequired?: (source: Source) => boolean;
  /** The part of the time left that each source but the last may use. */
  share?: number;
}

/**
 * Sends a request to one source after another, inside one deadline, until one of them gives a value: then
 * gives it, the source that has it, and those before it that failed. Null when
 * an authority said "not found", whichever sources failed before it, or when none failed and
 * at least one said "not found". A source that knows only some players does not count.
 * @throws the failure that can be retried first: a failure never means "not found"
 */
export async function findWithFailover<Source, Value>(
  sources: readonly Source[],
  request: (source: Source, until: Deadline) => Promise<Value | null>,
  // A slow source leaves a third of the time to those after it.
  { deadline, isAuthority, isRequired, share = 2 / 3 }: FailoverOptions<Source>,
): Promise<{ value: Value; source: Source; failed: Source[] } | null> {
  const failed: Source[] = [];
  const failures: UpstreamFailure[] = [];
  let notFound = false;
  for (const source of sources) {
    try {
      const isLast = source === sources.at(-1);
      const value = await request(source, isLast ? deadline : deadline.share(share));
      if (value !== null) return { value, source, failed };
      if (isAuthority?.(source)) return null;
      notFound = true;
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || isRequired?.(source)) throw error;
      failed.push(source);
      failures.push(error);
    }
  }
  const secondsOf = ({ retryAfterSeconds = 0 }: UpstreamFailure) => retryAfterSeconds;
  const [fault] = failures
    .filter(({ kind }) => kind !== "unknown-here")
    .toSorted((one, other) => secondsOf(one) - secondsOf(other));
  if (fault !== undefined) throw fault;
  if (notFound) return null;
  throw failures[0] ?? new Error("No provider is configured for this question");
}

/** The same, wherever the value comes from. */
export async function requestWithFailover<Source, Value>(
  ...given: Parameters<typeof findWithFailover<Source, Value>>
): Promise<Value | null> {
  return (await findWithFailover(...given))?.value ?? null;
}
