import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";

/**
 * Who is asked for a player, in this order, and how much of the time that is left each of them but the last may use:
 * a slow one leaves the rest to those after it. A source may be such a list itself, within its own time.
 */
export const SHARES = {
  /** A Java player: the skin services before the game, the game, the skin services after it. */
  javaSources: 1 / 3,
  /** The account of a name in the game: Mojang, PlayerDB. */
  javaNames: 2 / 3,
  /** Mojang's name service: its two equal hosts, the one with a token first. A bulk call has the time of a lookup. */
  equalHosts: 1 / 2,
  /** The account of a gamertag or an XUID: Geyser, Xbox Live, OpenXBL, PlayerDB. */
  bedrockAccounts: 2 / 3,
  /** OptiFine, for a cape where the game has none: that is worth less waiting than the player. */
  otherCape: 1 / 4,
} as const;

interface FailoverOptions<Source> {
  deadline: Deadline;
  share: number;
  /** The "not found" of such a source is final. */
  isAuthority?: (source: Source) => boolean;
  /** The failure of such a source is final. */
  isRequired?: (source: Source) => boolean;
}

/**
 * Asks one source after another, inside one deadline, until one of them gives a value: then gives it, the source
 * that has it, and those before it that failed. Null when an authority said "not found", whichever sources failed
 * before it, or when none failed and at least one said "not found". A source that knows only some players does not
 * count.
 * @throws the failure that can be retried first: a failure never means "not found"
 */
export async function askInOrder<Source, Value>(
  sources: readonly Source[],
  ask: (source: Source, until: Deadline) => Promise<Value | null>,
  { deadline, share, isAuthority, isRequired }: FailoverOptions<Source>,
): Promise<{ value: Value; source: Source; failed: Source[] } | null> {
  const failed: Source[] = [];
  const failures: UpstreamFailure[] = [];
  let notFound = false;
  for (const source of sources) {
    try {
      const isLast = source === sources.at(-1);
      const value = await ask(source, isLast ? deadline : deadline.share(share));
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
